"""Looks for rendered worlds with more dice on the table than theirs: `--styles` of the worlds' generator, which runs this file on both its sides.

The generator's own dice lie three together, always alike. Here one to six lie anywhere in a heap, 0.45 to 0.65 in wide, any number of pips up,
white, black or coloured ones, and counters and blocks of wood beside them. Mugs are of any size, their handles of any kind.
"""
import random

_names = ["die_one", "dice_two", "dice_some", "dice_many", "counters", "blocks"]


def _draw(kind):
    def lay(b, paint):
        r = random.Random(f"{JOB.get('seed', '')}{JOB.get('name', '')}{kind}")
        side = r.uniform(0.45, 0.65)
        pips_of = WHITE() if r.random() < 0.6 else BLACK()
        spots = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
                 5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]}
        count = {"die_one": 1, "dice_two": 2, "dice_some": r.randint(3, 4), "dice_many": r.randint(5, 6)}.get(kind, r.randint(2, 4))
        placed = []
        for _ in range(200):
            at = (r.gauss(0, 0.5 * count ** 0.5), r.gauss(0, 0.5 * count ** 0.5))
            if len(placed) == count:
                break
            if any((at[0] - p[0]) ** 2 + (at[1] - p[1]) ** 2 < (1.45 * side) ** 2 for p in placed):
                continue
            placed.append(at)
            turn = r.uniform(0, 90)
            if kind == "counters":
                b.tube((*at, 0), (*at, 0.09), 0.5 * side * 1.3, 0.5 * side * 1.3, paint, 20)
                continue
            tall = side if kind != "blocks" else r.uniform(0.4, 1.6) * side
            b.box((*at, 0.5 * tall), (side, side * (r.uniform(0.7, 1.6) if kind == "blocks" else 1.0), tall), paint, turn)
            if kind == "blocks":
                continue
            for u, v in spots[r.randint(1, 6)]:
                x, y = 0.26 * side * u, 0.26 * side * v
                b.tube((at[0] + x, at[1] + y, tall), (at[0] + x, at[1] + y, tall + 0.005), 0.09 * side, 0.09 * side, pips_of, 8)

    return lay


if "EXTRA_CLUTTER" in globals():  # the side that builds the scene
    def _mug(b, paint):
        r = random.Random(f"{JOB.get('seed', '')}{JOB.get('name', '')}mug")
        tall, wide, reach = r.uniform(2.6, 4.4), r.uniform(1.2, 1.8), r.uniform(0.5, 1.0)
        b.tube((0, 0, 0), (0, 0, tall), wide, wide * r.uniform(1.0, 1.15), paint, 28, cap=False)
        b.tube((0, 0, 0.85 * tall), (0, 0, 0.86 * tall), 0.97 * wide, 0.97 * wide, r.choice([WHITE, BLACK])(), 28)
        ring(b, (wide + 0.3, 0, 0.5 * tall), reach, r.uniform(0.12, 0.25), paint)

    EXTRA_CLUTTER.update({name: _draw(name) for name in _names}, mug_any=_mug)
else:  # the side that draws what there is
    EXTRA["clutter"] += [*_names, "mug_any"]
    CLUTTER[:] = ["dice", "mug"]
