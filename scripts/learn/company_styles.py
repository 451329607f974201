"""More companies on shared bases than rendered worlds have: `--styles` of the worlds' generator, which runs this file on both its sides.

All men are unmarked, most infantry stand several to a base, and most units have bases that touch.
"""
if "draw_unit" in globals():  # the side that draws what there is
    _pick, _draw_unit = pick, draw_unit

    def pick(rng, seq, p=None):
        if list(seq)[:2] == ["disc", "none"]:  # what men wear
            return "none"
        if list(seq)[0] == "touching" and rng.random() < 0.5:  # how a unit stands
            return "touching"
        return _pick(rng, seq, p)

    def draw_unit(rng, army, name, arm, *how):
        unit = _draw_unit(rng, army, name, arm, *how)
        for _ in range(9):
            if arm != "infantry" or "spots" in unit["look"] or rng.random() < 0.25:
                break
            unit = _draw_unit(rng, army, name, arm, *how)
        return unit
