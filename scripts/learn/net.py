"""The network that sees bases: a small U-net from a map of the ground to what stands on each of its places.

Input (n, 9, rows, columns), rows and columns multiples of 16: BGR of now and of the empty table, (value - 128) / 64, the empty one all
zero where there is none; 1 where there is one, else 0; lean along x and along y: how far a point one inch above the ground appears from
its foot, inches. Output (n, OUT, rows / 2, columns / 2).
"""
import torch
from torch import nn

INPUTS = 9
# Log-odds of the centre of a base with a wedge, of one without a marker, of any base; the way to its centre, and the logarithm of how far
# that is wrong on average along either axis (both of OFFSET_UNIT); cosine and sine of its front and of twice its longer side.
CHANNELS = ("disc", "plain", "base", "dx", "dy", "spread", "cos", "sin", "cos2", "sin2")
OUT = len(CHANNELS)
OFFSET_UNIT = 8.0  # pixels of the map for an offset of 1
STRIDE = 2  # pixels of the map for one of the output


def block(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a = block(c, c)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        return torch.relu(x + self.b(self.a(x)))


class BaseNet(nn.Module):
    def __init__(self, c=(16, 32, 48, 56)):
        super().__init__()
        self.stem = block(INPUTS, c[0], 2)
        self.down4 = nn.Sequential(block(c[0], c[1], 2), Residual(c[1]))
        self.down8 = nn.Sequential(block(c[1], c[2], 2), Residual(c[2]))
        self.down16 = nn.Sequential(block(c[2], c[3], 2), Residual(c[3]))
        self.up8 = nn.Conv2d(c[3], c[2], 1)
        self.mix8 = block(c[2], c[2])
        self.up4 = nn.Conv2d(c[2], c[1], 1)
        self.mix4 = block(c[1], c[1])
        self.up2 = nn.Conv2d(c[1], c[0], 1)
        self.mix2 = block(c[0], c[0])
        self.out = nn.Conv2d(c[0], OUT, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x):
        two = self.stem(x)
        four = self.down4(two)
        eight = self.down8(four)
        sixteen = self.down16(eight)
        eight = self.mix8(eight + self.up(self.up8(sixteen)))
        four = self.mix4(four + self.up(self.up4(eight)))
        return self.out(self.mix2(two + self.up(self.up2(four))))
