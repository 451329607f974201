#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "calibration/linear_algebra.h"
#include "vision/boards/grid/lines.h"

namespace vision {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

/// An edge belongs to a vanishing point when its ends lie this near to the line through its middle, pixels: what noise and a lens not quite
/// taken out may do. Larger mixes the board with the planks of the floor.
constexpr double kEndsOff = 1.2;
/// Pairs of edges tried for a vanishing point, and how many points are kept. Fewer may miss a board among many other lines.
constexpr int kTrials = 400;
constexpr std::size_t kPoints = 5;
/// Two edges of one bundle differ in direction by less than this (cosine), the two bundles by more.
constexpr double kAlike = 0.9, kAcross = 0.6;
/// The squares are between these wide, shares of the picture's longer side.
constexpr double kNarrowest = 1.0 / 160.0, kWidest = 1.0 / 4.0;
/// Steps of the search for the teeth: of their distance, as a share over the whole comb, and of their place, share of the distance.
constexpr double kStep = 0.06;
/// Combs kept a bundle.
constexpr std::size_t kCombs = 4;
/// An edge lies on a line of the lattice when it is this near, share of a square.
constexpr double kOnLine = 0.1;
/// A side of a square is looked at in so many bits.
constexpr int kBits = 8;
/// So far beyond its border the lattice is looked for, squares: a comb may be off by so many.
constexpr int kBeyond = 2;
constexpr int kRefits = 3;

Vector3d homogeneous(const Vector2d& p) { return {p.x(), p.y(), 1.0}; }

struct LatticeEdge {
  Vector2d from, to, middle, along;  // scaled to a picture of unit length
  Vector3d line;
  double length = 0.0;
};

double ends_off(const LatticeEdge& edge, const Vector3d& point) {
  const Vector2d towards = point.head<2>() - point.z() * edge.middle;
  const double size = towards.norm();
  return size > 0.0 ? 0.5 * edge.length * std::abs(edge.along.x() * towards.y() - edge.along.y() * towards.x()) / size : 1.0;
}

class Finder {
 public:
  Finder(std::span<const StraightEdge> edges, int columns, int rows, double span)
      : columns_(columns), rows_(rows), span_(span), off_(kEndsOff / span) {
    for (const StraightEdge& e : edges) {
      LatticeEdge edge{.from = e.from / span, .to = e.to / span, .middle = {}, .along = {}, .line = {}};
      edge.middle = 0.5 * (edge.from + edge.to);
      edge.along = edge.to - edge.from;
      edge.length = edge.along.norm();
      if (edge.length <= 0.0) continue;
      edge.along /= edge.length;
      edge.line = homogeneous(edge.from).cross(homogeneous(edge.to)).normalized();
      edges_.push_back(edge);
    }
  }

  std::vector<Lattice> find() {
    const std::vector<Vector3d> points = vanishing_points();
    std::vector<Lattice> found;
    for (std::size_t a = 0; a < points.size(); ++a)
      for (std::size_t b = a + 1; b < points.size(); ++b) {
        if (std::abs(towards(points[a]).dot(towards(points[b]))) > kAcross) continue;
        add(found, points[a], points[b]);
        if (columns_ != rows_) add(found, points[b], points[a]);
      }
    std::ranges::stable_sort(found, std::ranges::greater{}, &Lattice::support);
    for (Lattice& lattice : found) {
      const double s = span_;
      lattice.picture_from_grid = Vector3d(s, s, 1.0).asDiagonal() * lattice.picture_from_grid;
    }
    return found;
  }

 private:
  static Vector2d towards(const Vector3d& point) {  // from the picture's middle
    const Vector2d d = point.head<2>();
    return d.norm() > 0.0 ? Vector2d(d.normalized()) : Vector2d(1.0, 0.0);
  }

  [[nodiscard]] std::vector<Vector3d> vanishing_points() const {
    std::vector<Vector3d> points;
    std::vector<LatticeEdge> left = edges_;
    std::mt19937 random(1);
    while (points.size() < kPoints && left.size() > 8) {
      std::vector<double> weights;
      for (const LatticeEdge& e : left) weights.push_back(e.length);
      std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
      const auto length_for = [&](const Vector3d& point) {
        double sum = 0.0;
        for (const LatticeEdge& e : left)
          if (ends_off(e, point) < off_) sum += e.length;
        return sum;
      };
      Vector3d best = Vector3d::Zero();
      double most = 0.0;
      for (int trial = 0; trial < kTrials; ++trial) {
        const LatticeEdge &a = left[pick(random)], &b = left[pick(random)];
        if (std::abs(a.along.dot(b.along)) < kAlike) continue;
        const Vector3d point = a.line.cross(b.line);
        if (point.norm() < 1e-9) continue;
        if (const double length = length_for(point.normalized()); length > most) most = length, best = point.normalized();
      }
      if (most <= 0.0) break;
      best = settled(left, best);
      points.push_back(best);
      std::erase_if(left, [&](const LatticeEdge& e) { return ends_off(e, best) < off_; });
    }
    return points;
  }

  /// The point that all edges which belong to it agree on best.
  [[nodiscard]] Vector3d settled(const std::vector<LatticeEdge>& edges, Vector3d point) const {
    for (int i = 0; i < kRefits; ++i) {
      Matrix3d sum = Matrix3d::Zero();
      for (const LatticeEdge& e : edges)
        if (ends_off(e, point) < off_) sum += e.length * e.length * e.length * e.line * e.line.transpose();
      const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(sum);
      point = solver.eigenvectors().col(0);
    }
    return point;
  }

  struct Comb {
    double first = 0.0, apart = 0.0, score = 0.0;
  };

  /// Where lines of one bundle stand at equal distances. `at`: place and length of each edge.
  [[nodiscard]] std::vector<Comb> combs(const std::vector<std::pair<double, double>>& at, int squares) const {
    std::vector<Comb> best;
    if (at.size() < 3) return best;
    const auto [low, high] = std::ranges::minmax(at, {}, &std::pair<double, double>::first);
    const double least = low.first, most = high.first;
    for (double apart = kNarrowest; apart < kWidest; apart *= 1.0 + kStep / squares) {
      if (apart * squares > 1.2 * (most - least)) break;
      const double bin = kStep * apart;
      std::vector<double> bins(static_cast<std::size_t>((most - least) / bin) + 3);
      for (const auto& [place, length] : at) bins[static_cast<std::size_t>((place - least) / bin) + 1] += length;
      std::vector<double> teeth(bins.size());
      for (std::size_t i = 1; i + 1 < bins.size(); ++i) teeth[i] = std::sqrt(0.5 * bins[i - 1] + bins[i] + 0.5 * bins[i + 1]);
      Comb here;
      const double step = apart / bin;
      for (double first = -step; first + (squares - 1) * step < static_cast<double>(teeth.size()); first += 1.0) {
        double sum = 0.0;
        for (int k = 0; k <= squares; ++k) {
          const auto i = static_cast<std::ptrdiff_t>(std::lround(first + k * step));
          if (i >= 0 && i < static_cast<std::ptrdiff_t>(teeth.size())) sum += teeth[i];
        }
        if (sum > here.score) here = {least + (first - 0.5) * bin, apart, sum};
      }
      here.score /= std::sqrt(bin);  // wider bins catch more of what is not the board's
      best.push_back(here);
    }
    std::ranges::sort(best, std::ranges::greater{}, &Comb::score);
    std::vector<Comb> kept;
    for (const Comb& c : best)
      if (kept.size() < kCombs && std::ranges::none_of(kept, [&](const Comb& k) { return std::abs(k.apart / c.apart - 1.0) < kStep; }))
        kept.push_back(c);
    return kept;
  }

  /// `across`: where lines i = const meet; `along`: where lines j = const meet.
  void add(std::vector<Lattice>& found, const Vector3d& across, const Vector3d& along) const {
    Vector3d horizon = across.cross(along);
    if (horizon.norm() < 1e-12) return;
    horizon /= horizon.z() != 0.0 ? horizon.z() : horizon.norm();
    const Vector2d d_across = towards(across), d_along = towards(along);
    // Coordinates in which both bundles are parallel to the axes, of the picture's own scale in its middle.
    const Vector3d x_axis = Vector3d(0.0, 0.0, 1.0).cross(across), y_axis = Vector3d(0.0, 0.0, 1.0).cross(along);
    Matrix3d straight;
    straight.row(0) = x_axis.transpose() / std::copysign(std::max(1e-12, x_axis.head<2>().norm()), x_axis.head<2>().dot(d_along));
    straight.row(1) = y_axis.transpose() / std::copysign(std::max(1e-12, y_axis.head<2>().norm()), y_axis.head<2>().dot(d_across));
    straight.row(2) = horizon.transpose();
    std::vector<std::pair<double, double>> xs, ys;
    for (const LatticeEdge& e : edges_) {
      const Vector3d p = straight * homogeneous(e.middle);
      if (p.z() < 0.2) continue;  // beyond or near the horizon
      if (ends_off(e, across) < off_) xs.emplace_back(p.x() / p.z(), e.length);
      if (ends_off(e, along) < off_) ys.emplace_back(p.y() / p.z(), e.length);
    }
    std::optional<Lattice> best;
    const std::vector<Comb> columns = combs(xs, columns_), rows = combs(ys, rows_);
    for (const Comb& c : columns)
      for (const Comb& r : rows) {
        Matrix3d plane_from_grid;
        plane_from_grid << c.apart, 0.0, c.first, 0.0, r.apart, r.first, 0.0, 0.0, 1.0;
        const Lattice lattice = placed(straight.inverse() * plane_from_grid);
        if (!best || lattice.support > best->support) best = lattice;
      }
    if (!best) return;
    for (int i = 0; i < kRefits; ++i) {
      const auto again = refitted(best->picture_from_grid);
      if (!again) break;
      const Lattice lattice = placed(*again);
      if (lattice.support < best->support) break;
      best = lattice;
    }
    found.push_back(*best);
  }

  /// An edge on a line of the lattice, in squares.
  struct OnLine {
    bool upright = false;  // on a line i = const
    int line = 0;
    double from = 0.0, to = 0.0;  // along the line
  };

  [[nodiscard]] std::optional<OnLine> on_line(const Matrix3d& grid_from_picture, const LatticeEdge& e) const {
    const Vector3d a = grid_from_picture * homogeneous(e.from), b = grid_from_picture * homogeneous(e.to);
    if (a.z() * b.z() <= 0.0) return std::nullopt;
    const Vector2d from = a.head<2>() / a.z(), to = b.head<2>() / b.z();
    for (const int axis : {0, 1}) {
      const int line = static_cast<int>(std::lround(std::clamp(0.5 * (from[axis] + to[axis]), -1e3, 1e3)));
      const int last = axis == 0 ? columns_ : rows_;
      if (line < -kBeyond || line > last + kBeyond || std::abs(from[axis] - line) > kOnLine || std::abs(to[axis] - line) > kOnLine)
        continue;
      if (std::abs(to[1 - axis] - from[1 - axis]) < 2.0 * kOnLine) continue;
      return OnLine{axis == 0, line, std::min(from[1 - axis], to[1 - axis]), std::max(from[1 - axis], to[1 - axis])};
    }
    return std::nullopt;
  }

  /// The lattice shifted to where it has most support inside and least beyond.
  [[nodiscard]] Lattice placed(const Matrix3d& picture_from_grid) const {
    const Matrix3d grid_from_picture = picture_from_grid.inverse();
    const int wide = columns_ + 2 * kBeyond, high = rows_ + 2 * kBeyond;
    // seen[upright][line][bit along], lines from -kBeyond to the last + kBeyond
    std::vector<std::vector<char>> upright(static_cast<std::size_t>(wide + 1), std::vector<char>(static_cast<std::size_t>(high * kBits)));
    std::vector<std::vector<char>> level(static_cast<std::size_t>(high + 1), std::vector<char>(static_cast<std::size_t>(wide * kBits)));
    for (const LatticeEdge& e : edges_) {
      const auto on = on_line(grid_from_picture, e);
      if (!on) continue;
      auto& bits = (on->upright ? upright : level)[on->line + kBeyond];
      const auto bit = [&](double at) {
        return static_cast<std::size_t>(std::clamp(std::lround((at + kBeyond) * kBits), 0L, static_cast<long>(bits.size())));
      };
      std::fill(bits.begin() + static_cast<std::ptrdiff_t>(bit(on->from)), bits.begin() + static_cast<std::ptrdiff_t>(bit(on->to)), 1);
    }
    const auto sides = [&](std::vector<std::vector<char>>& lines) {  // share seen of each side of a square
      std::vector<std::vector<double>> out;
      for (const auto& bits : lines) {
        auto& line = out.emplace_back();
        for (std::size_t i = 0; i < bits.size(); i += kBits)
          line.push_back(static_cast<double>(std::count(bits.begin() + static_cast<std::ptrdiff_t>(i),
                                                        bits.begin() + static_cast<std::ptrdiff_t>(i + kBits), 1)) /
                         kBits);
      }
      return out;
    };
    const auto up = sides(upright), flat = sides(level);
    // What a strip of squares holds of the lines that cross it, between the board's borders.
    const auto strip = [](const std::vector<std::vector<double>>& lines, int at, int first, int squares) {
      double sum = 0.0;
      if (at < 0 || at >= static_cast<int>(lines.front().size())) return 0.0;
      for (int k = 1; k < squares; ++k) sum += lines[first + k][at];
      return sum / (squares - 1);
    };
    Lattice best{.picture_from_grid = picture_from_grid, .support = -1.0};
    for (int c = 0; c <= 2 * kBeyond; ++c)
      for (int r = 0; r <= 2 * kBeyond; ++r) {
        double inside = 0.0, beyond = 0.0;
        for (int k = 0; k < columns_; ++k) inside += strip(flat, c + k, r, rows_) / (2.0 * columns_);
        for (int k = 0; k < rows_; ++k) inside += strip(up, r + k, c, columns_) / (2.0 * rows_);
        beyond += (strip(flat, c - 1, r, rows_) + strip(flat, c + columns_, r, rows_)) / (2.0 * columns_);
        beyond += (strip(up, r - 1, c, columns_) + strip(up, r + rows_, c, columns_)) / (2.0 * rows_);
        if (inside - beyond <= best.support) continue;
        Matrix3d shift = Matrix3d::Identity();
        shift(0, 2) = c - kBeyond, shift(1, 2) = r - kBeyond;
        best = {.picture_from_grid = picture_from_grid * shift, .support = inside - beyond};
      }
    return best;
  }

  /// The lattice that fits the edges on its lines best, without the border: frames are printed off it.
  [[nodiscard]] std::optional<Matrix3d> refitted(const Matrix3d& picture_from_grid) const {
    const Matrix3d grid_from_picture = picture_from_grid.inverse();
    const double scale = 2.0 / std::max(columns_, rows_);
    Eigen::Matrix<double, 9, 9> normal = Eigen::Matrix<double, 9, 9>::Zero();
    for (const LatticeEdge& e : edges_) {
      const auto on = on_line(grid_from_picture, e);
      if (!on) continue;
      const int last = on->upright ? columns_ : rows_, across = on->upright ? rows_ : columns_;
      if (on->line < 1 || on->line > last - 1 || on->to < 0.0 || on->from > across) continue;
      for (const Vector2d& end : {e.from, e.to}) {
        const Vector3d p = homogeneous(end);
        const double w = std::abs(grid_from_picture.row(2).dot(p)), line = (on->line - 0.5 * last) * scale;
        Eigen::Matrix<double, 9, 1> row = Eigen::Matrix<double, 9, 1>::Zero();
        row.segment<3>(on->upright ? 0 : 3) = p / w;
        row.segment<3>(6) = -line * p / w;
        normal += e.length * row * row.transpose();
      }
    }
    const Eigen::Matrix<double, 9, 1> g = calibration::eigen_of_symmetric(normal).vectors.col(0);
    Matrix3d centred;
    centred << g.segment<3>(0).transpose(), g.segment<3>(3).transpose(), g.segment<3>(6).transpose();
    Matrix3d grid_from_centred;
    grid_from_centred << 1.0 / scale, 0.0, 0.5 * columns_, 0.0, 1.0 / scale, 0.5 * rows_, 0.0, 0.0, 1.0;
    const Matrix3d out = grid_from_centred * centred;
    if (!out.allFinite() || std::abs(out.determinant()) < 1e-15) return std::nullopt;
    return Matrix3d(out.inverse());
  }

  int columns_, rows_;
  double span_, off_;
  std::vector<LatticeEdge> edges_;
};

}  // namespace

std::vector<Lattice> find_lattices(std::span<const StraightEdge> edges, int columns, int rows, double span) {
  return Finder(edges, columns, rows, span).find();
}

}  // namespace vision
