"""The mean of two networks that were trained from one, for OpenCV and to train on from.

  python3 scripts/learn/mean.py OUT.onnx A.pt B.pt [--share 0.5]      (share of B)

Writes OUT.onnx and OUT.pt. Wortsman et al., Model soups, 2022: fine-tuned networks of one origin may be averaged weight by weight.
"""
import argparse
import os

import torch

from net import BaseNet
from train import write_onnx


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out")
    ap.add_argument("a")
    ap.add_argument("b")
    ap.add_argument("--share", type=float, default=0.5)
    o = ap.parse_args()
    a, b = torch.load(o.a), torch.load(o.b)
    mean = {k: torch.lerp(a[k], b[k], o.share) if a[k].is_floating_point() else b[k] for k in a}
    net = BaseNet()
    net.load_state_dict(mean)
    torch.save(mean, os.path.splitext(o.out)[0] + ".pt")
    write_onnx(net, o.out)


if __name__ == "__main__":
    main()
