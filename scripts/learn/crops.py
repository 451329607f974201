"""Crops of rendered worlds, turned, scaled, repainted and lit at random, with what the network should say of them."""
import math

import cv2
import numpy as np

from net import OFFSET_UNIT, STRIDE

SIZE = 160  # pixels of a crop
CLUTTER_REACH, CLUTTER_WEIGHT = 2.0, 4.0  # inches about clutter where it counts so many times that no figure stands there
COUNTS_FROM = 0.3  # share in sight from which a piece counts; less is neither asked for nor held against the network


SPOTS = np.sqrt(np.linspace(0.1, 0.95, 5))[:, None]  # shares of the way to the rim, evenly over a base's area
NOISE = np.random.default_rng(0).normal(0, 1, 3_000_017).astype(np.float32)


def noise(rng, shape):
    """Unit normal noise: a piece of a long strip of it, which costs nothing to draw."""
    count = int(np.prod(shape))
    start = int(rng.integers(len(NOISE) - count))
    return NOISE[start:start + count].reshape(shape)


def random_light(rng, shape):
    """A smooth field of gains about 1, (rows, columns, 1)."""
    field = np.exp(rng.normal(0, rng.uniform(0, 0.12), (3, 3))).astype(np.float32)
    return cv2.resize(field, shape[::-1], interpolation=cv2.INTER_CUBIC)[..., None]


def small_shadows(rng, per_inch):
    """A field of gains, (SIZE, SIZE, 1): shadows of the size of figures, of heads and fingers above the table, that no figure casts."""
    shade = np.ones((SIZE, SIZE), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        radius = rng.uniform(0.25, 1.6) * per_inch
        one = np.ones((SIZE, SIZE), np.float32)
        axes = [max(1, int(radius)), max(1, int(radius * rng.uniform(0.4, 1.0)))]
        cv2.ellipse(one, [int(v) for v in rng.integers(0, SIZE, 2)], axes, rng.uniform(0, 180), 0, 360, rng.uniform(0.4, 0.9), -1)
        shade *= cv2.GaussianBlur(one, (0, 0), rng.uniform(0.05, 0.5) * radius + 0.3)
    return shade[..., None]


def lay_clutter(rng, now, pieces, nadir, height, per_inch):
    """Boxes, dice, sheets and sticks that belong to nobody, where no base stands; `now` is painted on."""
    at, several = rng.uniform(0, SIZE, 2), rng.random() < 0.4  # dice lie together
    for _ in range(int(rng.integers(1, 5))):
        at = at + rng.normal(0, 1.0, 2) * per_inch if several else rng.uniform(0, SIZE, 2)
        kind = rng.uniform(0, 0.6) if several else rng.random()
        if kind < 0.6:  # dice and boxes
            sides, tall = rng.uniform(0.35, 1.1) * np.array([1.0, rng.uniform(0.7, 1.0)]), rng.uniform(0.3, 1.0)
        elif kind < 0.8:  # sheets and cards
            sides, tall = rng.uniform(1.5, 5.0, 2), 0.02
        else:  # pencils and rulers
            sides, tall = np.array([rng.uniform(3.0, 10.0), rng.uniform(0.15, 0.9)]), rng.uniform(0.05, 0.3)
        reach = 0.5 * float(np.hypot(*sides)) + 0.3
        if any(np.hypot(*(p["at"] - at)) < (reach + 0.6 * p["wide"]) * per_inch for p in pieces):
            continue
        a = rng.uniform(0, 2 * math.pi)
        turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        foot = (np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]]) * 0.5 * sides * per_inch) @ turn.T + at
        top = foot + (at - nadir) * tall / height
        fill = lambda im, q, colour: cv2.fillConvexPoly(im, np.round(cv2.convexHull(np.float32(q)) * 8).astype(np.int32), colour, cv2.LINE_AA, 3)
        if rng.random() < 0.6:  # its shadow
            shade = np.ones((SIZE, SIZE), np.float32)
            fill(shade, np.vstack([foot, foot + rng.normal(0, 0.7 * tall, 2) * per_inch]), float(rng.uniform(0.4, 0.85)))
            shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.4, 2.0))
            now = (now * shade[..., None]).astype(np.uint8)
        colour = rng.uniform(0, 255, 3) if rng.random() < 0.7 else np.full(3, rng.uniform(150, 255))
        fill(now, np.vstack([foot, top]), [float(v) for v in colour * rng.uniform(0.3, 0.9)])
        fill(now, top, [float(v) for v in colour])
        if rng.random() < 0.5:  # pips, print
            for _ in range(int(rng.integers(1, 7))):
                dot = top.mean(0) + (rng.uniform(-0.35, 0.35, 2) * sides * per_inch) @ turn.T
                ink = [float(v) for v in rng.uniform(0, 255, 3)]
                cv2.circle(now, [int(v * 8) for v in dot], int(rng.uniform(0.04, 0.1) * per_inch * 8) + 4, ink, -1, cv2.LINE_AA, 3)
    return now


def set_up_turned(rng, now, pieces, clutter, nadir, height, per_inch):
    """Turned men of one colour, as of chess, where nobody stands: they are added to the unmarked pieces. `now` is painted on."""
    wide = rng.uniform(0.6, 1.3)
    tall, waist, shine = rng.uniform(0.8, 3.0) * wide, rng.uniform(0.3, 0.8), rng.uniform(0, 70)
    paint = np.array(rng.uniform(15, 245, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(15, 245)) + rng.normal(0, 12, 3))
    sun = rng.normal(0, 0.5, 2) * tall
    rows = int(rng.integers(1, 3))
    start, step, turn = rng.uniform(0, SIZE, 2), rng.uniform(1.1, 2.2) * wide * per_inch, rng.uniform(0, 2 * math.pi)
    ways = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    for i in range(int(rng.integers(1, 9))):
        at = start + step * (i // rows * ways[0] + i % rows * ways[1]) + rng.normal(0, 0.08, 2) * per_inch
        near = lambda q, reach: np.hypot(*(q - at)) < reach * per_inch
        if not np.all((at > -20) & (at < SIZE + 20)) or any(near(p["at"], 0.55 * (wide + p["wide"])) for p in pieces) or any(near(c, CLUTTER_REACH) for c in clutter):
            continue
        shade = np.ones((SIZE, SIZE), np.float32)
        cv2.line(shade, [int(8 * v) for v in at], [int(8 * v) for v in at + sun * per_inch], 0.55, max(1, int(0.6 * wide * per_inch)), cv2.LINE_AA, 3)
        now = (now * cv2.GaussianBlur(shade, (0, 0), 1.2)[..., None]).astype(np.uint8)
        for z in np.linspace(0, 1, 14):  # its outline, from the foot up
            bulge = waist + (1 - waist) * (1 - z) ** 2 + 0.25 * math.exp(-((z - 0.8) / 0.12) ** 2)
            middle = at + (at - nadir) * z * tall / height
            light = paint * (0.55 + 0.45 * z) + shine * max(0.0, z - 0.8)
            cv2.circle(now, [int(8 * v) for v in middle], max(4, int(4 * wide * per_inch * (1.0 if z == 0 else bulge * (1 - 0.35 * z)))), [float(v) for v in np.clip(light, 0, 255)], -1, cv2.LINE_AA, 3)
        a = np.linspace(0, 2 * math.pi, 48, endpoint=False)
        rim = at + 0.5 * wide * per_inch * np.column_stack([np.cos(a), np.sin(a)])
        pieces.append(dict(long=0.0, army="turned", rim=rim, at=at, heading=0.0, marker="none", shape="round", narrow=wide, wide=wide, visible=1.0))
    return now


def reach_in(rng, now, pieces, per_inch):
    """A sleeve that reaches in from beyond the crop, with a hand or without; `visible` of the pieces shrinks by what it hides."""
    a, wide = rng.uniform(0, 2 * math.pi), rng.uniform(1.2, 4.5) * per_inch
    along = np.array([math.cos(a), math.sin(a)])
    aside = np.array([-along[1], along[0]])
    end = rng.uniform(0, SIZE, 2)
    narrow = wide * rng.uniform(0.6, 1.0)
    far = end + along * 3 * SIZE
    tint = rng.uniform(10, 245, 3)
    stripes = 1 + rng.uniform(0, 0.12) * cv2.resize(noise(rng, (SIZE // 4, SIZE // 4)), (SIZE, SIZE))[..., None]
    sleeve = mask_of([[end - aside * narrow / 2, end + aside * narrow / 2, far + aside * wide / 2, far - aside * wide / 2]])
    now[:] = np.clip(now * (1 - sleeve[..., None]) + tint * stripes * sleeve[..., None], 0, 255).astype(np.uint8)
    hand = np.zeros_like(sleeve)
    if rng.random() < 0.6:
        palm = end - along * 0.4 * narrow
        outlines = [blob(rng, palm, rng.uniform(0.35, 0.6) * narrow, 0.06)]
        for k in rng.uniform(-0.6, 0.6, int(rng.integers(0, 5))):  # fingers
            way = -along * math.cos(k) + aside * math.sin(k)
            across = np.array([-way[1], way[0]]) * rng.uniform(0.25, 0.4) * per_inch
            tip = palm + way * rng.uniform(1.5, 3.2) * per_inch
            outlines.append(np.array([palm - across, palm + across, tip + 0.8 * across, tip - 0.8 * across]))
        hand = mask_of(outlines)
        flesh = np.clip(np.array([120, 150, 205]) * rng.uniform(0.4, 1.2) + rng.normal(0, 10, 3), 0, 255)
        now[:] = np.clip(now * (1 - hand[..., None]) + flesh * hand[..., None], 0, 255).astype(np.uint8)
    hide(pieces, np.maximum(sleeve, hand))
    return now


def hide(pieces, mask):
    """Takes from each piece's `visible` the share of its base that a mask lies over."""
    for q in pieces:
        middle = q["rim"].mean(0)
        own = np.round(middle + SPOTS[:, :, None] * (q["rim"] - middle)).astype(int).reshape(-1, 2)
        inside = own[np.all((own >= 0) & (own < SIZE), axis=1)]
        if len(inside):
            q["visible"] *= 1 - float(mask[inside[:, 1], inside[:, 0]].mean())


def mask_of(outlines):
    """0..1, (SIZE, SIZE), of outlines in pixels of the crop."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    for q in outlines:
        cv2.fillPoly(mask, [np.round(np.asarray(q) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return mask.astype(np.float32) / 255


def blob(rng, at, radius, ragged):
    """A closed outline about a place, its radius uneven by this share; (48, 2)."""
    a = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    r = radius * (1 + ragged * sum(np.sin(k * a + rng.uniform(0, 6.28)) for k in rng.integers(2, 8, 3)))
    return np.column_stack([at[0] + r * np.cos(a), at[1] + r * np.sin(a)])


def cover(rng, now, pieces, per_inch):
    """Leaves, crowns and hands over some bases; `visible` of the pieces shrinks by what they hide. `now` is painted on."""
    for _ in range(int(rng.integers(1, 4))):
        p = pieces[int(rng.integers(len(pieces)))]
        at = p["at"] + rng.normal(0, 0.6, 2) * p["wide"] * per_inch
        if rng.random() < 0.5:  # over the front: the wedge may be all that is hidden, or all that shows
            out = rng.uniform(-0.9, 0.9) * per_inch
            at = p["at"] + out * np.array([math.cos(p["heading"]), math.sin(p["heading"])]) + rng.normal(0, 0.1, 2) * per_inch
        if rng.random() < 0.5:  # leaves, between which things show
            radius, tint = rng.uniform(0.4, 1.0) * per_inch, rng.uniform(20, 130, 3)
            mask = np.zeros((SIZE, SIZE), np.float32)
            for _ in range(int(rng.integers(60, 400))):
                turn, out = rng.uniform(0, 6.28), radius * math.sqrt(rng.random())
                spot = [int(8 * v) for v in at + out * np.array([math.cos(turn), math.sin(turn)])]
                leaf = [float(v) for v in tint * rng.uniform(0.5, 1.2)]
                size = int(8 * rng.uniform(0.6, 2.0))
                cv2.circle(now, spot, size, leaf, -1, cv2.LINE_AA, 3)
                cv2.circle(mask, spot, size, 1.0, -1, cv2.LINE_8, 3)
        else:  # a crown, a hand, a sheet
            flesh = np.array([120, 150, 205]) * rng.uniform(0.5, 1.25) + rng.normal(0, 10, 3)
            tint = flesh if rng.random() < 0.4 else rng.uniform(20, 230, 3)
            q = blob(rng, at, rng.uniform(0.35, 1.0) * per_inch, 0.12) if rng.random() < 0.6 else at + rng.normal(0, 1.0, (3, 2)) * per_inch
            mask = mask_of([cv2.convexHull(np.float32(q)).reshape(-1, 2) if rng.random() < 0.5 else q])
            uneven = 1 + 0.1 * noise(rng, (SIZE, SIZE, 1)) if rng.random() < 0.5 else 1.0
            now[:] = np.clip(now * (1 - mask[..., None]) + np.clip(tint, 0, 255) * uneven * mask[..., None], 0, 255).astype(np.uint8)
        hide([q for q in pieces if np.hypot(*(q["at"] - at)) < 3.0 * per_inch], mask)
    return now


def lay_blots(rng, now, pieces, per_inch):
    """Spots in a print's colour, some with something white across, where no base stands. `now` is painted on."""
    p = pieces[int(rng.integers(len(pieces)))]
    spot = np.clip(np.round(p["rim"].mean(0) + 0.75 * (p["rim"][int(rng.integers(len(p["rim"])))] - p["rim"].mean(0))), 0, SIZE - 1).astype(int)
    tint = now[spot[1], spot[0]].astype(float) + rng.normal(0, 6, 3)
    for _ in range(int(rng.integers(1, 5))):
        at, radius = rng.uniform(0, SIZE, 2), rng.uniform(0.25, 0.75) * per_inch
        if any(np.hypot(*(q["at"] - at)) < 2.0 * radius + 0.6 * q["wide"] * per_inch for q in pieces):
            continue
        paint = [float(v) for v in np.clip(tint * rng.uniform(0.7, 1.2), 0, 255)]
        cv2.fillPoly(now, [np.round(blob(rng, at, radius, rng.uniform(0.02, 0.08)) * 8).astype(np.int32)], paint, cv2.LINE_AA, 3)
        if rng.random() < 0.6:
            turn, aside = rng.uniform(0, 6.28), rng.uniform(0, 0.5) * radius
            ahead = np.array([math.cos(turn), math.sin(turn)])
            start = at + aside * np.array([-ahead[1], ahead[0]])
            ends = [[int(8 * v) for v in start + ahead * f * radius] for f in (rng.uniform(-1.2, 0.4), rng.uniform(1.2, 2.2))]
            white = [float(v) for v in np.full(3, rng.uniform(190, 255)) + rng.normal(0, 6, 3)]
            cv2.line(now, ends[0], ends[1], white, max(1, int(rng.uniform(0.4, 1.0) * radius)), cv2.LINE_AA, 3)
    return now


def camouflage(rng, now, pieces):
    """Print in nearly the colour of the ground beside it; wedges and figures stay as they are."""
    out = now.astype(np.float32)
    for army in {p.get("army") for p in pieces if p["marker"] == "disc"}:
        if rng.random() < 0.5:
            continue
        share = rng.uniform(0.5, 1.0)
        for p in pieces:
            if p["marker"] != "disc" or p.get("army") != army:
                continue
            middle = p["rim"].mean(0)
            at = lambda f: np.clip(np.round(middle + f * (p["rim"] - middle)), 0, SIZE - 1).astype(int)
            ring, beyond = at(0.82), at(1.35)
            print_ = np.median(now[ring[:, 1], ring[:, 0]], 0)
            ground = np.median(now[beyond[:, 1], beyond[:, 0]], 0)
            like = np.exp(-0.5 * (np.abs(out - print_).max(-1) / 28.0) ** 2) * mask_of([p["rim"]])
            out += share * like[..., None] * (ground - print_).astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def grey(rng, now, pieces):
    """Print without its colour, darker or brighter: as grey as a wedge in shade, or as snow and stone; wedges and figures stay as they are."""
    out = now.astype(np.float32)
    for army in {p.get("army") for p in pieces if p["marker"] == "disc"}:
        if rng.random() < 0.4:
            continue
        pale, brighter = rng.uniform(0.4, 1.0), math.exp(rng.normal(0.1, 0.35))
        for p in pieces:
            if p["marker"] != "disc" or p.get("army") != army:
                continue
            middle = p["rim"].mean(0)
            ring = np.clip(np.round(middle + 0.82 * (p["rim"] - middle)), 0, SIZE - 1).astype(int)
            print_ = np.median(now[ring[:, 1], ring[:, 0]], 0)
            paint = np.clip((print_ + pale * (print_.mean() - print_)) * brighter, 0, 235)
            like = np.exp(-0.5 * (np.abs(out - print_).max(-1) / 28.0) ** 2) * mask_of([p["rim"]])
            out += like[..., None] * (paint - print_).astype(np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)


def print_on_ground(rng, both, pieces, per_inch):
    """Hexes, squares, chequers, dots or stripes printed on the ground of the picture and of the empty one, where nothing stands."""
    now, empty = both
    span, turn = rng.uniform(0.4, 2.8) * per_inch, rng.uniform(0, math.pi)
    ways = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    thick = max(1, int(round(rng.uniform(0.02, 0.14) * per_inch)))
    kind = ("hexes", "hexes", "squares", "chequers", "dots", "stripes")[int(rng.integers(6))]
    ink = np.zeros((SIZE, SIZE), np.uint8)
    reach = int(0.8 * SIZE / span) + 2
    place = lambda u, v: SIZE / 2 + span * (u * ways[0] + v * ways[1])
    eighths = lambda q: np.round(np.asarray(q) * 8).astype(np.int32)
    for j in range(-reach, reach + 1):
        if kind == "stripes":
            cv2.line(ink, *[eighths(place(u, j)).tolist() for u in (-reach, reach)], 255, thick, cv2.LINE_AA, 3)
            continue
        for i in range(-reach, reach + 1):
            if kind == "hexes":
                u, v = math.sqrt(3) / 2 * (i + 0.5 * (j % 2)), 0.75 * j
                edge = [place(u + 0.5 * math.sin(t), v + 0.5 * math.cos(t)) for t in np.arange(6) * math.pi / 3]
                cv2.polylines(ink, [eighths(edge)], True, 255, thick, cv2.LINE_AA, 3)
            elif kind == "dots":
                cv2.circle(ink, eighths(place(i + 0.5 * (j % 2), j)).tolist(), int(8 * 0.7 * thick) + 4, 255, -1, cv2.LINE_AA, 3)
            elif kind == "squares" or (i + j) % 2:
                square = [eighths([place(i + u, j + v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))])]
                if kind == "squares":
                    cv2.polylines(ink, square, True, 255, thick, cv2.LINE_AA, 3)
                else:
                    cv2.fillPoly(ink, square, 255, cv2.LINE_AA, 3)
    # What stands there is of another colour than the empty ground in any light; a flocked base may not be, and is known.
    ratio = (now.astype(np.float32) + 8) / (empty.astype(np.float32) + 8)
    other = np.maximum(ratio.max(-1) - ratio.min(-1) - 0.12, np.maximum(ratio.mean(-1) - 1.15, 0.45 - ratio.mean(-1)))
    stands = np.maximum(cv2.GaussianBlur((other > 0).astype(np.float32), (0, 0), 0.7), mask_of([p["rim"] for p in pieces]))
    share = rng.uniform(0.1, 0.7) * cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 0.8)).astype(np.float32)[..., None] / 255
    paint = np.full(3, 20.0 if rng.random() < 0.7 else 225.0) + rng.normal(0, 15, 3)
    lay = lambda im, how: np.clip(im * (1 - how) + paint * how, 0, 255).astype(np.uint8)
    return lay(now, share * (1 - stands[..., None])), lay(empty, share)


def low_sun(rng, now, pieces, per_inch):
    """The shadows of all figures, one way: over their own wedges, or over their comrades'. `now` is painted on."""
    turn = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.5:
        turn = pieces[int(rng.integers(len(pieces)))]["heading"] + rng.normal(0, 0.4)
    ahead = np.array([math.cos(turn), math.sin(turn)])
    aside = np.array([-ahead[1], ahead[0]])
    long, thick = rng.uniform(0.3, 1.6) * per_inch, rng.uniform(0.12, 0.3)
    shade = np.ones((SIZE, SIZE), np.float32)
    dark = float(rng.uniform(0.3, 0.75))
    for p in pieces:
        half = thick * p["narrow"] * per_inch * aside * rng.uniform(0.7, 1.3)
        end = p["at"] + long * rng.uniform(0.8, 1.2) * ahead
        cv2.fillPoly(shade, [np.round(np.array([p["at"] - half, p["at"] + half, end + 0.7 * half, end - 0.7 * half]) * 8).astype(np.int32)], dark, cv2.LINE_AA, 3)
    shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.4, 2.0))
    return (now * shade[..., None]).astype(np.uint8)


def turn_hue(picture, degrees):
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + int(degrees / 2)) % 180
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)


def crop(view, rng, rendered=False):
    """One training sample: input (9, SIZE, SIZE), target (OUT + 4, SIZE / 2, SIZE / 2); the
    last four weigh disc, plain and base, and tell where a base lies whose centre is asked for. `rendered`: nothing is laid
    over the pictures, for a crown or a box of one colour looks like an unmarked figure; turned men are set up among them."""
    pieces = view["pieces"]
    rows, columns = view["now"].shape[:2]
    where = rng.random()
    if view["clutter"] and where < 0.2:
        centre = view["clutter"][int(rng.integers(len(view["clutter"])))] + rng.normal(0, 30, 2)
    elif where < 0.75:
        centre = pieces[int(rng.integers(len(pieces)))]["at"] + rng.normal(0, 40, 2)
    else:
        centre = rng.uniform(0, 1, 2) * [columns, rows]
    a, s = rng.uniform(0, 2 * math.pi), math.exp(rng.uniform(-0.22, 0.22))
    flip = -1.0 if rng.random() < 0.5 else 1.0
    m = s * np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) @ np.diag([1.0, flip])
    affine = np.column_stack([m, np.array([SIZE / 2, SIZE / 2]) - m @ centre]).astype(np.float64)
    move = lambda q: np.asarray(q) @ m.T + affine[:, 2]
    warp = lambda im, border: cv2.warpAffine(im, affine, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=border)
    now = warp(view["now"], cv2.BORDER_CONSTANT)
    empty = None if view["empty"] is None else warp(view["empty"], cv2.BORDER_CONSTANT)
    here = []
    for p in pieces:
        at = move(p["at"][None])[0]
        if np.all(at > -40) and np.all(at < SIZE + 40):
            turned = lambda h: math.atan2(*(m @ [math.cos(h), math.sin(h)])[::-1])
            here.append(dict(p, at=at, rim=move(p["rim"]), heading=turned(p["heading"]), long=turned(p["long"])))
    nadir = move(view["nadir"][None])[0]
    clutter = move(np.reshape(view["clutter"], (-1, 2)))
    if rendered and empty is not None and rng.random() < 0.25:
        now = set_up_turned(rng, np.ascontiguousarray(now), here, clutter, nadir, s * view["height"], s * view["per_inch"])
    if empty is not None and rng.random() < 0.25:
        now, empty = print_on_ground(rng, (now, empty), here, s * view["per_inch"])
    has_plain = any(p["marker"] == "none" for p in here)
    if not rendered and rng.random() < 0.3:
        now = lay_clutter(rng, np.ascontiguousarray(now), here, nadir, s * view["height"], s * view["per_inch"])

    # Paint: each kind of disc another colour, the whole crop another hue, channels exchanged.
    if rng.random() < 0.5:
        for name in {(p["marker"], p.get("army")) for p in here}:
            mask = np.zeros((SIZE, SIZE), np.uint8)
            for p in here:
                if (p["marker"], p.get("army")) == name:
                    cv2.fillPoly(mask, [np.round(p["rim"] * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
            other = turn_hue(now, rng.uniform(0, 360))
            share = (mask.astype(np.float32) / 255)[..., None]
            now = (now * (1 - share) + other * share).astype(np.uint8)
    discs = any(p["marker"] == "disc" for p in here)
    if discs and rng.random() < 0.2:
        now = camouflage(rng, now, here)
    if discs and rng.random() < 0.25:
        now = grey(rng, now, here)
    if discs and rng.random() < 0.25:
        now = low_sun(rng, now, here, s * view["per_inch"])
    if discs and rng.random() < 0.25:
        now = lay_blots(rng, np.ascontiguousarray(now), here, s * view["per_inch"])
    if here and not rendered and rng.random() < 0.4:
        now = cover(rng, np.ascontiguousarray(now), here, s * view["per_inch"])
    if not rendered and rng.random() < 0.12:
        now = reach_in(rng, np.ascontiguousarray(now), here, s * view["per_inch"])
    both = [now] if empty is None else [now, empty]
    if rng.random() < 0.5:
        hue = rng.uniform(0, 360) if rng.random() < 0.5 else rng.normal(0, 20)
        both = [turn_hue(b, hue) for b in both]
    if rng.random() < 0.25:
        order = rng.permutation(3)
        both = [b[..., order] for b in both]
    gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.25)).astype(np.float32)
    if rng.random() < 0.3:  # a dim room, or a lamp too bright for the camera
        gain *= np.float32(rng.uniform(0.4, 0.9) if rng.random() < 0.65 else rng.uniform(1.2, 1.9))
    gamma = math.exp(rng.normal(0, 0.15))
    lit = [255.0 * np.power(np.clip(b.astype(np.float32) * gain / 255.0, 0, 1), gamma) for b in both]
    if rng.random() < 0.7:
        lit[0] = lit[0] * random_light(rng, lit[0].shape[:2]) * np.exp(rng.normal(0, 0.03, 3)).astype(np.float32)
    if len(lit) == 2 and rng.random() < 0.2:  # another lamp than over the empty table
        lit[0] = lit[0] * np.exp(rng.normal(0, 0.15, 3) + rng.normal(0, 0.15)).astype(np.float32)
    if rng.random() < 0.3:
        lit[0] = lit[0] * small_shadows(rng, s * view["per_inch"])
    if len(lit) == 2 and rng.random() < 0.5:  # registered a little aside
        shift = np.float32([[1, 0, rng.normal(0, 0.5)], [0, 1, rng.normal(0, 0.5)]])
        lit[1] = cv2.warpAffine(lit[1], shift, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
    done = []
    for b in lit:
        if rng.random() < 0.5:
            b = cv2.GaussianBlur(b, (0, 0), rng.uniform(0.3, 0.9))
        b = b + np.float32(rng.uniform(0, 5)) * noise(rng, b.shape)
        b = np.clip(b, 0, 255).astype(np.uint8)
        if rng.random() < 0.4:
            b = cv2.imdecode(cv2.imencode(".jpg", b, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))])[1], 1)
        done.append(b)
    known = empty is not None and rng.random() > (0.08 if has_plain else 0.6)

    x = np.zeros((9, SIZE, SIZE), np.float32)
    x[0:3] = (done[0].astype(np.float32).transpose(2, 0, 1) - 128) / 64
    if known:
        x[3:6] = (done[1].astype(np.float32).transpose(2, 0, 1) - 128) / 64
        x[6] = 1.0
    yy, xx = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    x[7] = (xx - nadir[0]) / (s * view["height"])
    x[8] = (yy - nadir[1]) / (s * view["height"])
    return x, target(here, clutter, known, s * view["per_inch"])


def target(pieces, clutter, known, per_inch):
    side = SIZE // STRIDE
    t = np.zeros((13, side, side), np.float32)
    t[9:12] = 1.0
    yy, xx = np.mgrid[0:side, 0:side].astype(np.float32)
    px, py = (xx + 0.5) * STRIDE - 0.5, (yy + 0.5) * STRIDE - 0.5  # the middle of each place, pixels of the crop
    for at in clutter:  # most like a figure of all that is none
        t[10][np.hypot(px - at[0], py - at[1]) < CLUTTER_REACH * per_inch] = CLUTTER_WEIGHT
    for p in pieces:
        mask = np.zeros((side, side), np.uint8)
        cv2.fillPoly(mask, [np.round(((p["rim"] + 0.5) / STRIDE - 0.5) * 8).astype(np.int32)], 1, cv2.LINE_8, 3)
        inside = mask > 0
        sigma = max(1.6, 0.16 * p["narrow"] * per_inch)
        heat = np.exp(-0.5 * ((px - p["at"][0]) ** 2 + (py - p["at"][1]) ** 2) / sigma**2)
        kind = {"disc": 0, "none": 1}.get(p["marker"])
        if kind is None:  # a tag names it: whether it looks like an unmarked one as well is no question
            t[10][inside] = 0.0
            t[2][inside] = 1.0
            continue
        if p["visible"] < COUNTS_FROM:
            t[9 + kind][inside] = 0.0
            t[11][inside] = 0.0
            continue
        t[kind] = np.maximum(t[kind], heat)
        t[2][inside] = 1.0
        t[3][inside] = (p["at"][0] - px[inside]) / OFFSET_UNIT
        t[4][inside] = (p["at"][1] - py[inside]) / OFFSET_UNIT
        t[12][inside] = 1.0
        if kind == 0:
            t[5][inside], t[6][inside] = math.cos(p["heading"]), math.sin(p["heading"])
        if p["wide"] > 1.15 * p["narrow"]:
            t[7][inside], t[8][inside] = math.cos(2 * p["long"]), math.sin(2 * p["long"])
    if not known:
        t[10] *= 0.3
    return t
