"""How well the network finds bases: recall and ghosts of its peaks alone, before geometry and choice have their say.

  python3 scripts/learn/check.py NET.pt WORLD... [--least 0.3]
"""
import argparse

import cv2
import numpy as np
import torch

from crops import COUNTS_FROM
from net import OFFSET_UNIT, STRIDE, BaseNet
from worlds import load


def whole(view, empty_known):
    rows, columns = view["now"].shape[:2]
    pad = lambda im: cv2.copyMakeBorder(im, 0, -rows % 16, 0, -columns % 16, cv2.BORDER_CONSTANT)
    now = pad(view["now"])
    x = np.zeros((1, 9, *now.shape[:2]), np.float32)
    x[0, 0:3] = (now.astype(np.float32).transpose(2, 0, 1) - 128) / 64
    if empty_known:
        x[0, 3:6] = (pad(view["empty"]).astype(np.float32).transpose(2, 0, 1) - 128) / 64
        x[0, 6] = 1
    yy, xx = np.mgrid[0:now.shape[0], 0:now.shape[1]].astype(np.float32)
    x[0, 7], x[0, 8] = (xx - view["nadir"][0]) / view["height"], (yy - view["nadir"][1]) / view["height"]
    return x


def peaks(out, kind, least):
    heat = 1 / (1 + np.exp(-out[kind]))
    top = cv2.dilate(heat, np.ones((3, 3)))
    found = []
    for y, x in zip(*np.nonzero((heat >= top) & (heat > least))):
        y0, x0 = max(0, y - 1), max(0, x - 1)
        w = heat[y0:y + 2, x0:x + 2]
        yy, xx = np.mgrid[y0:y0 + w.shape[0], x0:x0 + w.shape[1]]
        at = [((c + 0.5) * STRIDE - 0.5 + OFFSET_UNIT * out[k, y0:y + 2, x0:x + 2]) for c, k in ((xx, 3), (yy, 4))]
        found.append((heat[y, x], *(float((w * a).sum() / w.sum()) for a in at)))
    return sorted(found, reverse=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("net")
    ap.add_argument("worlds", nargs="+")
    ap.add_argument("--least", type=float, default=0.3)
    o = ap.parse_args()
    net = BaseNet()
    net.load_state_dict(torch.load(o.net))
    net.eval()
    total = {}
    for w in o.worlds:
        line = {}
        for view in load(w):
            plain_there = any(p["marker"] == "none" for p in view["pieces"])
            with torch.no_grad():
                out = net(torch.from_numpy(whole(view, plain_there and view["empty"] is not None)))[0].numpy()
            for kind, marker in ((0, "disc"), (1, "none")):
                truth = [p for p in view["pieces"] if p["marker"] == marker]
                if not truth:
                    continue
                found = peaks(out, kind, o.least)
                tags = [p for p in view["pieces"] if p["marker"] == "tag"]
                found = [f for f in found if not any(cv2.pointPolygonTest(np.float32(p["rim"]), f[1:], False) >= 0 for p in tags)]
                used, e = set(), []
                for p in truth:
                    near = min(0.45, 0.5 * p["narrow"]) * view["per_inch"]
                    d = [(np.hypot(f[1] - p["at"][0], f[2] - p["at"][1]), i) for i, f in enumerate(found) if i not in used]
                    if d and min(d)[0] < near:
                        used.add(min(d)[1])
                        if p["visible"] >= COUNTS_FROM:
                            e.append(min(d)[0] / view["per_inch"])
                s = line.setdefault(marker, [0, 0, 0, []])
                s[0] += sum(p["visible"] >= COUNTS_FROM for p in truth)
                s[1] += len(e)
                s[2] += len(found) - len(used)
                s[3] += e
        for m, s in line.items():
            all_of = total.setdefault(m, [0, 0, 0, []])
            for i in range(4):
                all_of[i] += s[i]
        print(w[-3:], {m: f"{s[1]}/{s[0]} ghosts {s[2]} rms {np.sqrt(np.mean(np.square(s[3] or [0]))):.3f}" for m, s in line.items()}, flush=True)
    for m, s in total.items():
        print(m, f"{s[1]}/{s[0]} = {s[1] / s[0]:.4f} ghosts {s[2]} rms {np.sqrt(np.mean(np.square(s[3]))):.3f} in")


if __name__ == "__main__":
    main()
