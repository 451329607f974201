"""Trains the network that sees bases, and writes it for OpenCV.

  python3 scripts/learn/train.py OUT.onnx WORLD... [--sim WORLD...] [--minutes 20] [--threads 2] [--start CHECKPOINT] [--rendered]

Worlds are folders as scripts/learn/worlds.py reads them. Needs Debian's python3-torch, python3-opencv, python3-numpy.
"""
import argparse
import os
import time

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from crops import crop
from net import BaseNet
from worlds import load


def losses(out, t):
    """Of disc and plain centres, of the base mask, of offsets and of headings; each a mean over what it is about."""
    logits = out[:, 0:2]
    aim, weight = t[:, 0:2], t[:, 9:11]
    p = torch.sigmoid(logits)
    bce = F.binary_cross_entropy_with_logits(logits, aim, reduction="none")
    focal = torch.abs(p - aim) ** 2  # quality focal loss (Li et al. 2020): a heat of any height may be asked for
    centre = (weight * focal * bce).sum() / (aim.sum() + 20.0)
    base = (t[:, 11] * F.binary_cross_entropy_with_logits(out[:, 2], t[:, 2], reduction="none")).mean()
    inside, fronts, long = (w * t[:, 11] for w in (t[:, 12], (t[:, 5].abs() + t[:, 6].abs() > 0).float(), (t[:, 7].abs() + t[:, 8].abs() > 0).float()))
    n = inside.sum() + 10.0
    off = F.smooth_l1_loss(out[:, 3:5], t[:, 3:5], beta=0.05, reduction="none")
    offset = (inside[:, None] * off).sum() / n
    # Laplace's likelihood of what is still wrong; the offsets themselves do not hear of it.
    spread = (inside * (0.5 * (out[:, 3:5] - t[:, 3:5]).abs().sum(1).detach() * torch.exp(-out[:, 5]) + out[:, 5])).sum() / n
    heading = (fronts[:, None] * F.smooth_l1_loss(out[:, 6:8], t[:, 5:7], beta=0.3, reduction="none")).sum() / (fronts.sum() + 10.0)
    axis = (long[:, None] * F.smooth_l1_loss(out[:, 8:10], t[:, 7:9], beta=0.3, reduction="none")).sum() / (long.sum() + 10.0)
    return 2.0 * centre, base, 3.0 * offset, 0.1 * spread, 0.5 * heading, 0.5 * axis


class Crops(torch.utils.data.IterableDataset):
    """Crops without end: of simulated tables with this share, else of the rendered ones."""

    SHARE = 0.35

    def __init__(self, rendered, simulated, seed, as_rendered):
        self.rendered, self.simulated, self.seed, self.as_rendered = rendered, simulated, seed, as_rendered

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        while True:
            of = self.simulated if self.simulated and rng.random() < self.SHARE else self.rendered
            yield crop(of[int(rng.integers(len(of)))], rng, self.as_rendered)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out")
    ap.add_argument("worlds", nargs="+")
    ap.add_argument("--sim", nargs="*", default=[])
    ap.add_argument("--minutes", type=float, default=20)
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--batch", type=int, default=12)
    ap.add_argument("--start")
    ap.add_argument("--rate", type=float, default=2e-3)
    ap.add_argument("--rendered", dest="as_rendered", action="store_true", help="no crowns, sleeves and boxes over the pictures, turned men among the figures")
    ap.add_argument("--seed", type=int, default=1)
    o = ap.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(1)
    rendered, simulated = ([v for w in ws for v in load(w)] for ws in (o.worlds, o.sim))
    net = BaseNet()
    if o.start:
        net.load_state_dict(torch.load(o.start), strict=False)
    print(len(rendered), "rendered and", len(simulated), "simulated pictures,", sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    best = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-4)
    begin, step, sums = time.time(), 0, None
    for x, t in torch.utils.data.DataLoader(Crops(rendered, simulated, o.seed, o.as_rendered), batch_size=o.batch, num_workers=1, prefetch_factor=4):
        done = (time.time() - begin) / (60 * o.minutes)
        if done >= 1:
            break
        for g in best.param_groups:
            g["lr"] = o.rate * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * done))
        parts = losses(net(x), t)
        best.zero_grad()
        sum(parts).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        values = np.array([float(p) for p in parts])
        sums = values if sums is None else 0.98 * sums + 0.02 * values
        step += 1
        if step % 200 == 0:
            print(f"{time.time() - begin:6.0f} s step {step} centre {sums[0]:.4f} base {sums[1]:.4f} offset {sums[2]:.4f} "
                  f"spread {sums[3]:.4f} heading {sums[4]:.4f} axis {sums[5]:.4f}", flush=True)
            torch.save(net.state_dict(), os.path.splitext(o.out)[0] + ".pt")
    torch.save(net.state_dict(), os.path.splitext(o.out)[0] + ".pt")
    write_onnx(net, o.out)


def write_onnx(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 9, 64, 64), path, opset_version=11, input_names=["map"], output_names=["bases"],
                      dynamic_axes={"map": {2: "rows", 3: "columns"}, "bases": {2: "rows", 3: "columns"}})


if __name__ == "__main__":
    main()
