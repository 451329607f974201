"""Tables unlike those of the worlds' generator: `--styles` of it, which runs this file on both its sides.

Other mats (red clay, dark sea, moor, hexes, chequers), lamps (a candle's colour, tubes, a low spot), hats, weapons and things that lie
about, other paints. Nothing is learned from or fitted on them: they are for asking how far what was learned reaches.
"""
import math as _math
import random as _random

if "draw_unit" in globals():  # the side that draws what there is
    import cv2 as _cv2
    import textures as _textures

    _mats = {
        "clay": dict(base=(156, 84, 56), alt=(172, 104, 74), dk=(124, 64, 44)),
        "moor": dict(base=(62, 58, 44), alt=(84, 76, 56), dk=(44, 42, 34), speckles=1.6),
        "ash": dict(base=(84, 86, 94), alt=(102, 104, 112), dk=(62, 64, 72), grain=1.4),
        "hexes": dict(base=(108, 128, 78), alt=(122, 140, 88), dk=(92, 112, 66), pattern="hexes", grain=.4, speckles=.2),
        "chequers": dict(base=(150, 146, 138), alt=(160, 156, 148), dk=(136, 132, 124), pattern="chequers", grain=.5, speckles=0),
        "meadow": dict(base=(120, 150, 60), alt=(146, 168, 74), dk=(92, 124, 48), speckles=2.0),
        "sea": dict(base=(36, 74, 104), alt=(48, 92, 120), dk=(26, 58, 86), grain=.6, speckles=0),
        "cork": dict(base=(176, 134, 90), alt=(190, 150, 106), dk=(150, 110, 70), grain=2.0, speckles=3.0),
    }
    for _k in _mats:
        FLOCK_FINISH[_k] = {"clay": "earth", "cork": "sand", "ash": "stone", "chequers": "stone"}.get(_k, "turf")
    MATS.clear()
    MATS.update(_mats)
    PAINT.update(pink=(208, 96, 130), lime=(126, 176, 40), rust=(146, 66, 36), turquoise=(60, 176, 180))
    HATS[:] = [20, 21, 22, 23, 4, 10]
    CLUTTER[:] = ["coins", "bowl", "bottle", "cards", "pots", "spectacles", "ruler", "box", "jug", "biscuits"]
    _pattern = _textures.pattern

    def _other_pattern(img, kind, rng):
        h, w = img.shape[:2]
        ppi = _textures.PPI
        if kind == "hexes":
            s = 1.15 * ppi
            dx, dy = s * _math.sqrt(3), 1.5 * s
            lines = np.zeros((h, w), np.uint8)
            for j in range(int(h / dy) + 2):
                for i in range(int(w / dx) + 2):
                    cx, cy = i * dx + (j % 2) * dx / 2, j * dy
                    p = [(int(cx + s * _math.sin(a)), int(cy + s * _math.cos(a))) for a in np.arange(6) * _math.pi / 3]
                    _cv2.polylines(lines, [np.array(p, np.int32)], True, 255, 3, _cv2.LINE_AA)
            img *= (1 - .55 * (lines[..., None] / 255.0)).astype(np.float32)
            return img
        if kind == "chequers":
            s = 2 * ppi
            for j, y in enumerate(range(0, h, s)):
                for i, x in enumerate(range(0, w, s)):
                    if (i + j) % 2: img[y:y + s, x:x + s] *= .62
            return img
        return _pattern(img, kind, rng)

    _textures.pattern = _other_pattern

    def draw_light(rng, size):
        cx, cy = size[0] / 2, size[1] / 2
        kind = pick(rng, ["tubes", "candle", "low spot", "sky", "two colours"])
        a = rng.uniform(0, 2 * math.pi)
        L = dict(kind=kind, sky=[.9, .95, 1.0], sky_strength=round(float(rng.uniform(.15, .4)), 3), areas=[])
        at = lambda b, r, z: [cx + r * math.cos(b), cy + r * math.sin(b), z]
        add = lambda p, s, w, c: L["areas"].append(dict(at=p, to=[cx + float(rng.normal() * 8), cy + float(rng.normal() * 8), 0], size=s, power=w, colour=list(c)))
        if kind == "tubes":
            for d in (-14, 14): add([cx, cy + d, 90], [48, 3], 55000, (.94, 1, .93))
        elif kind == "candle": add(at(a, 30, 80), [10, 10], 120000, (1, .62, .34))
        elif kind == "low spot": add(at(a, 75, 60), [5, 5], 150000, (1, .9, .78)); add(at(a + 2.5, 30, 100), [30, 30], 25000, (1, .97, .92))
        elif kind == "sky": L["sky_strength"] = 1.1; add(at(a, 60, 90), [60, 60], 60000, (.82, .9, 1))
        else: add(at(a, 45, 80), [10, 10], 70000, (1, .7, .45)); add(at(a + 3, 55, 80), [14, 14], 60000, (.75, .88, 1))
        return L

elif "EXTRA_CLUTTER" in globals():  # the side that builds the scene
    def _kepi(b, P, coat, trs, fac):
        b.tube(P(0, 0, 1.03), P(.03, 0, 1.15), .1, .085, coat, 12); b.tube(P(.03, 0, 1.15), P(.035, 0, 1.17), .085, .085, fac, 12); b.box(P(.12, 0, 1.05), (.09, .13, .02), BLACK())

    def _turban(b, P, coat, trs, fac):
        b.ball(P(0, 0, 1.09), (.15, .15, .1), WHITE()); b.ball(P(0, 0, 1.17), (.07, .07, .06), fac)

    def _helmet(b, P, coat, trs, fac):
        b.ball(P(0, 0, 1.06), (.12, .11, .1), STEEL()); b.tube(P(-.12, 0, 1.2), P(.08, 0, 1.2), .04, .05, fac, 8)

    def _hair(b, P, coat, trs, fac):
        b.ball(P(-.02, 0, 1.02), (.1, .1, .09), mat("hair", (186, 150, 84), .7))

    EXTRA_HATS.update({20: _kepi, 21: _turban, 22: _helmet, 23: _hair})

    def _aims(b, P, arm, coat, trs, fac):
        arm(1, .3, .05, .92); arm(-1, .22, -.06, .92); b.tube(P(-.05, 0, .93), P(.75, 0, .95), .025, .018, WOODB(), 6)

    def _spear_and_shield(b, P, arm, coat, trs, fac):
        arm(1, .15, .2, .6); arm(-1, .18, -.18, .75); b.tube(P(.2, -.2, .05), P(.2, -.2, 1.9), .016, .012, WOODB(), 6)
        b.tube(P(.2, .22, .62), P(.23, .22, .62), .24, .24, fac, 16)

    EXTRA_ARMS.update({20: _aims, 21: _spear_and_shield, 22: _spear_and_shield, 23: _aims})

    def _rand(kind): return _random.Random(f"{JOB.get('seed', '')}{kind}")

    def _coins(b, paint):
        r = _rand("coins")
        for _ in range(r.randint(2, 6)):
            x, y, d = r.uniform(-1.5, 1.5), r.uniform(-1.5, 1.5), r.uniform(.35, .5)
            b.tube((x, y, 0), (x, y, .07), d, d, r.choice([BRASS, STEEL])(), 24)

    def _bowl(b, paint):
        b.tube((0, 0, 0), (0, 0, 1.2), 1.0, 1.9, paint, 28, cap=False); b.tube((0, 0, .8), (0, 0, .82), 1.6, 1.6, mat("crisps", (206, 160, 70), .8, .1, grain=.4), 28)

    def _bottle(b, paint):
        g = mat("glass", (44, 70, 40), .2, .5)
        b.tube((0, 0, 0), (0, 0, 5.5), 1.2, 1.2, g, 24); b.tube((0, 0, 5.5), (0, 0, 7), 1.2, .45, g, 24); b.tube((0, 0, 7), (0, 0, 8.5), .45, .45, g, 16)

    def _cards(b, paint):
        r = _rand("cards")
        for i in range(r.randint(2, 5)): b.box((r.uniform(-1.2, 1.2), r.uniform(-1, 1), .02 + .02 * i), (2.5, 3.5, .02), r.choice([WHITE(), paint]), r.uniform(0, 180))

    def _pots(b, paint):
        r = _rand("pots")
        for i in range(r.randint(1, 4)):
            x, y = r.uniform(-1.8, 1.8), r.uniform(-1.8, 1.8); m = mat("pot%d" % i, tuple(r.randint(20, 230) for _ in range(3)), .4, .4)
            b.tube((x, y, 0), (x, y, 1.3), .55, .55, WHITE(), 20); b.tube((x, y, 1.3), (x, y, 2.2), .5, .3, m, 20)

    def _spectacles(b, paint):
        for y in (-1.1, 1.1):
            n = 24
            for i in range(n):
                a, c = 2 * math.pi * i / n, 2 * math.pi * (i + 1) / n
                b.tube((math.cos(a), y + math.sin(a), .5), (math.cos(c), y + math.sin(c), .5), .06, .06, BLACK(), 6)
            b.tube((-.9, y * 1.8, .5), (-4.6, y * 1.7, .2), .06, .06, BLACK(), 6)

    def _ruler(b, paint): b.box((3, 0, .06), (12, 1.1, .12), mat("rule", (204, 170, 96), .5, .3, grain=.15))

    def _box(b, paint): b.box((0, 0, .9), (3.2, 2.2, 1.8), paint); b.box((0, 0, 1.82), (3.0, 2.0, .05), WHITE())

    def _jug(b, paint):
        b.tube((0, 0, 0), (0, 0, 4), 1.5, 1.7, paint, 28, cap=False); b.tube((0, 0, 3), (0, 0, 3.05), 1.6, 1.6, mat("tea", (120, 70, 30), .2, .5), 28)
        b.tube((1.6, 0, 3.2), (2.5, 0, 3.0), .2, .2, paint, 10); b.tube((2.5, 0, 3.0), (2.5, 0, 1.4), .2, .2, paint, 10); b.tube((2.5, 0, 1.4), (1.5, 0, 1.0), .2, .2, paint, 10)

    def _biscuits(b, paint):
        r = _rand("biscuits"); b.tube((0, 0, 0), (0, 0, .15), 2.6, 2.8, WHITE(), 32)
        for _ in range(r.randint(3, 6)):
            a, d = r.uniform(0, 6.3), r.uniform(.3, 1.7); b.tube((d * math.cos(a), d * math.sin(a), .16), (d * math.cos(a), d * math.sin(a), .5), .7, .68, mat("biscuit", (176, 122, 62), .8, .1, grain=.2), 20)

    EXTRA_CLUTTER.update(coins=_coins, bowl=_bowl, bottle=_bottle, cards=_cards, pots=_pots, spectacles=_spectacles, ruler=_ruler, box=_box, jug=_jug, biscuits=_biscuits)
