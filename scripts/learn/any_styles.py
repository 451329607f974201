"""Tables of any look: `--styles` of the worlds' generator, which runs this file on both its sides.

Mats of any colour, many with something printed on them (hexes, squares, chequers, dots, stripes, bricks, of any size and strength), lamps of any
colour from anywhere, figures with any hat and weapon, and things that belong to nobody put together from tubes, rings, boxes and
balls: what a network is to make nothing of because it has seen so many.
"""
import colorsys as _colorsys
import math as _math
import random as _random

if "draw_unit" in globals():  # the side that draws what there is
    import cv2 as _cv2
    import textures as _textures

    _PATTERNS = [None, None, "hexes", "hexes", "squares", "chequers", "dots", "stripes", "bricks"]

    def _any_mat(r):
        h, s, v = r.random(), r.random() ** 1.5 * 0.7, r.uniform(0.15, 0.85)
        tone = lambda k: tuple(int(max(8, min(245, 255 * c * k))) for c in _colorsys.hsv_to_rgb((h + r.gauss(0, 0.02)) % 1.0, s, v))
        return dict(base=tone(1.0), alt=tone(r.uniform(1.05, 1.3)), dk=tone(r.uniform(0.7, 0.95)), grain=r.uniform(0.3, 2.0), speckles=r.choice([0, 0.5, 1, 2, 3]),
                    pattern=dict(kind=r.choice(_PATTERNS), size=r.uniform(0.5, 2.5), wide=r.uniform(0.02, 0.12), turn=r.uniform(0, 180), strength=r.uniform(0.15, 0.75), bright=r.random() < 0.3))

    _r = _random.Random(str(a.seeds))
    MATS.clear()
    for _i in range(40):
        MATS["any%d" % _i] = _any_mat(_r)
        FLOCK_FINISH["any%d" % _i] = _r.choice(["turf", "earth", "sand", "stone", "snow", "black"])
    PAINT.update(pink=(208, 96, 130), lime=(126, 176, 40), rust=(146, 66, 36), turquoise=(60, 176, 180), olive=(90, 92, 48))
    HATS += list(range(30, 38))
    CLUTTER[:] = ["junk%d" % i for i in range(9)] + ["dice", "mug"]
    _pattern = _textures.pattern

    def _printed(img, kind, rng):
        if not isinstance(kind, dict) or kind["kind"] is None:
            return _pattern(img, None if isinstance(kind, dict) else kind, rng)
        h, w = img.shape[:2]
        ppi, size = _textures.PPI, kind["size"] * _textures.PPI
        mask = np.zeros((h, w), np.uint8)
        line = max(1, int(kind["wide"] * ppi))
        if kind["kind"] == "hexes":
            dx, dy = size * _math.sqrt(3) / 2, 0.75 * size
            for j in range(int(h / dy) + 2):
                for i in range(int(w / dx) + 2):
                    cx, cy = i * dx + (j % 2) * dx / 2, j * dy
                    p = [(int(cx + size / 2 * _math.sin(t)), int(cy + size / 2 * _math.cos(t))) for t in np.arange(6) * _math.pi / 3]
                    _cv2.polylines(mask, [np.array(p, np.int32)], True, 255, line, _cv2.LINE_AA)
        elif kind["kind"] in ("squares", "bricks", "stripes"):
            for j, y in enumerate(np.arange(0, h, size)):
                _cv2.line(mask, (0, int(y)), (w, int(y)), 255, line, _cv2.LINE_AA)
                if kind["kind"] == "stripes": continue
                step = size if kind["kind"] == "squares" else 2 * size
                for x in np.arange((j % 2) * size if kind["kind"] == "bricks" else 0, w, step): _cv2.line(mask, (int(x), int(y)), (int(x), int(y + size)), 255, line, _cv2.LINE_AA)
        elif kind["kind"] == "chequers":
            for j, y in enumerate(np.arange(0, h, size)):
                for i, x in enumerate(np.arange(0, w, size)):
                    if (i + j) % 2: _cv2.rectangle(mask, (int(x), int(y)), (int(x + size), int(y + size)), 255, -1)
        else:
            for j, y in enumerate(np.arange(0, h, size)):
                for x in np.arange((j % 2) * size / 2, w, size): _cv2.circle(mask, (int(x), int(y)), int(size * kind["wide"] * 3), 255, -1, _cv2.LINE_AA)
        k = kind["strength"] * (mask[..., None] / 255.0).astype(np.float32)
        return (img * (1 - k) + (235 if kind["bright"] else 20) * k).astype(np.float32)

    _textures.pattern = _printed
    _pick = pick

    def pick(rng, seq, p=None):
        if list(seq)[:2] != ["disc", "none"]: return _pick(rng, seq, p)
        return _pick(rng, ["disc", "none", "mixed"] if "mixed" in seq else ["disc", "none"])

    def draw_light(rng, size):
        cx, cy = size[0] / 2, size[1] / 2
        L = dict(kind="any", sky=[float(v) for v in rng.uniform(.75, 1, 3)], sky_strength=round(float(rng.uniform(.1, .9)), 3), areas=[])
        for _ in range(int(rng.integers(1, 4))):
            t, r, z, s = rng.uniform(0, 2 * math.pi), rng.uniform(0, 90), rng.uniform(55, 115), rng.uniform(3, 60)
            warm = rng.uniform(0, 1)
            L["areas"].append(dict(at=[cx + r * math.cos(t), cy + r * math.sin(t), z], to=[cx + float(rng.normal() * 8), cy + float(rng.normal() * 8), 0],
                                   size=[s, float(rng.uniform(3, 60))], power=float(rng.uniform(25000, 110000)), colour=[1, 1 - .38 * warm, 1 - .66 * warm] if rng.random() < .7 else [.78, .9, 1]))
        return L

elif "EXTRA_CLUTTER" in globals():  # the side that builds the scene
    def _r_of(*what): return _random.Random("%s%s" % (JOB.get("seed", ""), what))

    def _any_colour(r, name): return mat(name, tuple(r.randint(15, 235) for _ in range(3)), r.uniform(.2, .9), r.uniform(.1, .5), grain=r.choice([0, 0, .2, .4]))

    def _any_hat(kind):
        def put_on(b, P, coat, trs, fac):
            r = _r_of("hat", kind)
            for i in range(r.randint(1, 3)):
                m = r.choice([coat, trs, fac, BLACK(), WHITE(), STEEL(), BRASS(), _any_colour(r, "hat%d%d" % (kind, i))])
                z = 1.02 + .07 * i
                if r.random() < .5: b.ball(P(r.gauss(0, .03), r.gauss(0, .03), z), (r.uniform(.06, .2), r.uniform(.06, .2), r.uniform(.04, .14)), m)
                else: b.tube(P(0, 0, z), P(r.gauss(0, .03), r.gauss(0, .03), z + r.uniform(.03, .2)), r.uniform(.07, .24), r.uniform(.05, .16), m, 12)
        return put_on

    def _any_arms(kind):
        def take(b, P, arm, coat, trs, fac):
            r = _r_of("arms", kind)
            arm(1, r.uniform(0, .35), r.uniform(0, .28), r.uniform(.45, .95)); arm(-1, r.uniform(0, .35), -r.uniform(0, .28), r.uniform(.45, .95))
            for _ in range(r.randint(0, 2)):
                at = (r.uniform(-.2, .3), r.uniform(-.25, .25), r.uniform(.1, .9)); to = (r.uniform(-.5, .9), r.uniform(-.5, .5), r.uniform(.6, 2.0))
                b.tube(P(*at), P(*to), .03, .015, r.choice([WOODB, STEEL])(), 6)
            if r.random() < .3: b.tube(P(.2, .22, .62), P(.24, .22, .62), r.uniform(.15, .3), r.uniform(.15, .3), r.choice([fac, WOODB(), STEEL()]), 16)
        return take

    for _k in range(30, 38): EXTRA_HATS[_k] = _any_hat(_k); EXTRA_ARMS[_k] = _any_arms(_k)

    def _junk(kind):
        def lay(b, paint):
            r = _r_of("junk", kind)
            paints = [paint] + [_any_colour(r, "junk%s%d" % (kind, i)) for i in range(2)] + [WHITE(), BLACK()]
            size = r.choice([.3, .5, .8, 1.3, 2.0])
            for _ in range(r.randint(1, 5)):
                spread = r.choice([0, .5, 1.5]) * size
                x, y, m, what = r.gauss(0, spread), r.gauss(0, spread), r.choice(paints), r.choice(["disc", "tube", "cup", "box", "card", "ball", "ring", "rod", "handle"])
                d = size * r.uniform(.5, 1.5)
                if what == "disc": b.tube((x, y, 0), (x, y, r.uniform(.04, .3)), d, d, m, 24)
                elif what == "tube": b.tube((x, y, 0), (x, y, r.uniform(.5, 3) * d), d * r.uniform(.4, 1), d * r.uniform(.3, 1), m, 20)
                elif what == "cup": b.tube((x, y, 0), (x, y, r.uniform(1, 2.5) * d), d * r.uniform(.7, 1), d, m, 24, cap=False); b.tube((x, y, .6 * d), (x, y, .62 * d), .8 * d, .8 * d, r.choice(paints), 24)
                elif what == "box": b.box((x, y, d * .4), (d * r.uniform(.6, 2), d * r.uniform(.6, 1.5), d * .8), m, r.uniform(0, 180))
                elif what == "card": b.box((x, y, .02), (d * r.uniform(1, 3), d * r.uniform(1, 2), .03), m, r.uniform(0, 180))
                elif what == "ball": b.ball((x, y, d), d, m)
                elif what == "rod": t = r.uniform(0, 6.3); b.tube((x, y, .1), (x + 5 * d * math.cos(t), y + 5 * d * math.sin(t), r.uniform(.1, .5)), .12 * d + .03, .12 * d + .03, m, 10)
                else:
                    n, thick, up = 20, r.uniform(.04, .2), what == "handle"
                    point = lambda i: (x + d * math.cos(2 * math.pi * i / n), y if up else y + d * math.sin(2 * math.pi * i / n), (1.2 * d if up else .1) + (d * math.sin(2 * math.pi * i / n) if up else thick))
                    for i in range(n): b.tube(point(i), point(i + 1), thick, thick, m, 8)
        return lay

    EXTRA_CLUTTER.update({"junk%d" % _i: _junk(_i) for _i in range(9)})
