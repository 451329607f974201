#include "tests/support/sim.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <opencv2/aruco.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace sim {
namespace {

using calibration::ImagePoint;
using measure::Inches;
using measure::Radians;
using measure::TablePoint;
using measure::TableVector;

constexpr int kSamples = 3;             // samples a pixel along each axis
constexpr int kMapStep = 8;             // pixels between exact rays of the ground; linear in between
constexpr double kTexturePerInch = 24;  // resolution of the ground's texture, texels an inch
constexpr double kMargin = 6.0;         // inches of floor drawn around the table
constexpr double kFullScale = 65535.0;

using Colour = std::array<double, 3>;  // linear light, blue green red, 0..1

double linear(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }
double encoded(double light) { return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1.0 / 2.4) - 0.055; }

Colour colour_of(const std::string& hex) {
  const auto channel = [&](std::size_t at) { return linear(std::stoi(hex.substr(at, 2), nullptr, 16) / 255.0); };
  if (hex.size() != 7) return {0.3, 0.3, 0.3};
  return {channel(5), channel(3), channel(1)};
}
Colour scaled(const Colour& c, double k) { return {c[0] * k, c[1] * k, c[2] * k}; }

/// A flat face at one height. `owner`: piece index or -1; `counts`: it belongs to the owner's marker.
struct Face {
  std::vector<TablePoint> outline;
  double z = 0.0;
  Colour colour;
  int owner = -1;
  bool counts = false;
};

std::vector<TablePoint> outline_of(const measure::Shape& shape, TablePoint at, Radians heading, double grow = 0.0) {
  constexpr int kPoints = 72;
  std::vector<TablePoint> out;
  const auto add = [&](double forward, double left) { out.push_back(at + rotated({Inches(forward), Inches(left)}, heading)); };
  const auto ellipse = [&](double a, double b) {
    for (int i = 0; i < kPoints; ++i) {
      const double t = 2.0 * std::numbers::pi * i / kPoints;
      add((a + grow) * std::cos(t), (b + grow) * std::sin(t));
    }
  };
  if (const auto* round = std::get_if<measure::RoundShape>(&shape)) ellipse(round->diameter.value / 2, round->diameter.value / 2);
  if (const auto* oval = std::get_if<measure::OvalShape>(&shape)) ellipse(oval->length.value / 2, oval->width.value / 2);
  if (const auto* rect = std::get_if<measure::RectShape>(&shape)) {
    const double a = rect->length.value / 2 + grow, b = rect->width.value / 2 + grow;
    add(a, b), add(-a, b), add(-a, -b), add(a, -b);
  }
  if (const auto* polygon = std::get_if<measure::PolygonShape>(&shape))
    for (const TableVector& p : polygon->outline) add(p.dx.value, p.dy.value);
  return out;
}

double half_length(const measure::Shape& shape) {
  if (const auto* round = std::get_if<measure::RoundShape>(&shape)) return round->diameter.value / 2;
  if (const auto* oval = std::get_if<measure::OvalShape>(&shape)) return oval->length.value / 2;
  if (const auto* rect = std::get_if<measure::RectShape>(&shape)) return rect->length.value / 2;
  return 0.5;
}

std::vector<TablePoint> square_at(TablePoint centre, Radians heading, double side) {
  return outline_of(measure::RectShape{Inches(side), Inches(side)}, centre, heading);
}

void add_tag(std::vector<Face>& faces, const std::string& dictionary, int id, TablePoint centre, Radians heading, double side, double z,
             int owner, bool with_paper) {
  static const std::map<std::string, cv::aruco::PREDEFINED_DICTIONARY_NAME> kNames = {
      {"DICT_4X4_250", cv::aruco::DICT_4X4_250},
      {"DICT_APRILTAG_36h11", cv::aruco::DICT_APRILTAG_36h11},
      {"DICT_4X4_50", cv::aruco::DICT_4X4_50}};
  const auto found = cv::aruco::getPredefinedDictionary(kNames.at(dictionary));
  const int bits = found->markerSize, cells = bits + 2;
  cv::Mat marker;
  found->drawMarker(id, cells, marker, 1);
  const double cell = side / cells;
  if (with_paper) faces.push_back({square_at(centre, heading, side + 2 * cell), z, {0.85, 0.85, 0.85}, owner, false});
  faces.push_back({square_at(centre, heading, side), z, {0.03, 0.03, 0.03}, owner, true});
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column) {
      if (marker.at<unsigned char>(row, column) == 0) continue;
      const TableVector step{Inches((0.5 * cells - 0.5 - row) * cell), Inches((0.5 * cells - 0.5 - column) * cell)};
      faces.push_back({square_at(centre + rotated(step, heading), heading, cell), z, {0.85, 0.85, 0.85}, owner, true});
    }
}

void add_figure(std::vector<Face>& faces, const StandingPiece& piece, TablePoint at, double ground, int owner, std::mt19937& random) {
  constexpr int kLayers = 14;
  const bool mounted = piece.spec.kind == measure::PieceKind::Cavalry;
  const double foot = ground + piece.spec.base.height.value, top = ground + piece.spec.figure_height.value;
  std::uniform_real_distribution<double> shade(0.02, 0.25);
  for (int i = 1; i <= kLayers; ++i) {
    const double share = static_cast<double>(i) / kLayers;
    const double width = 0.20 * (share < 0.75 ? 1.0 : 0.7), length = mounted && share < 0.6 ? 0.75 : width;
    const Colour cloth = {shade(random), shade(random), shade(random)};
    faces.push_back({outline_of(measure::OvalShape{Inches(2 * length * 0.9), Inches(2 * width)}, at, piece.heading),
                     foot + (top - foot) * share, cloth, owner, false});
  }
}

void add_wedge(std::vector<Face>& faces, const StandingPiece& piece, double z, int owner) {
  constexpr double kHalfWedge = 25.0;  // degrees
  std::vector<TablePoint> wedge{piece.at};
  double a = half_length(piece.spec.base.shape), b = a;
  if (const auto* oval = std::get_if<measure::OvalShape>(&piece.spec.base.shape)) b = oval->width.value / 2;
  for (double d = -kHalfWedge; d <= kHalfWedge + 1e-9; d += 2.5) {
    const double c = std::cos(measure::from_degrees(d).value), s = std::sin(measure::from_degrees(d).value);
    const double r = 1.0 / std::hypot(c / a, s / b);
    wedge.push_back(piece.at + rotated({Inches(r * c), Inches(r * s)}, piece.heading));
  }
  faces.push_back({wedge, z, {0.85, 0.85, 0.85}, owner, true});
}

void add_piece(std::vector<Face>& faces, const Scene& scene, int owner, std::mt19937& random) {
  const StandingPiece& piece = scene.pieces[static_cast<std::size_t>(owner)];
  const measure::PieceSpec& spec = piece.spec;
  const double ground = ground_height(scene.table.terrain, piece.at).value, top = ground + spec.base.height.value;
  const Colour paint = spec.colour.empty() ? Colour{0.25, 0.25, 0.25} : colour_of(spec.colour);
  constexpr int kWallLayers = 4;
  for (int i = 0; i < kWallLayers; ++i)
    faces.push_back({outline_of(spec.base.shape, piece.at, piece.heading), ground + spec.base.height.value * i / kWallLayers,
                     scaled(paint, 0.75), owner, false});
  faces.push_back({outline_of(spec.base.shape, piece.at, piece.heading), top, paint, owner, spec.marker == measure::MarkerType::Disc});
  if (spec.marker == measure::MarkerType::Disc) add_wedge(faces, piece, top, owner);
  TablePoint figure_at = piece.at;
  if (spec.marker == measure::MarkerType::Tag && spec.tag) {
    const TablePoint tag_at = piece.at + rotated(spec.mount.offset, piece.heading);
    const double plate = ground + spec.mount.height.value, side = spec.mount.side.value;
    const int cells = spec.mount.dictionary == "DICT_APRILTAG_36h11" ? 8 : 6;
    for (int i = 1; i <= kWallLayers; ++i)
      faces.push_back({square_at(tag_at, piece.heading, side * (cells + 2) / cells),
                       top + (plate - top) * i / kWallLayers,
                       {0.6, 0.6, 0.6},
                       owner,
                       false});
    add_tag(faces, spec.mount.dictionary, *spec.tag, tag_at, piece.heading, side, plate + 1e-6, owner, true);
    figure_at = piece.at + rotated(TableVector{Inches(0.35 * half_length(spec.base.shape) * 2), Inches(0.0)}, piece.heading);
  }
  if (spec.kind != measure::PieceKind::Gun) add_figure(faces, piece, figure_at, ground, owner, random);
}

void add_hand(std::vector<Face>& faces, const Hand& hand) {
  const Colour skin = colour_of("#d9a58a"), sleeve = colour_of("#2c3a5c");
  constexpr int kLayers = 6;
  for (int i = 0; i < kLayers; ++i) {
    const double z = hand.height.value + 0.2 * i;
    faces.push_back(
        {outline_of(measure::OvalShape{Inches(4.0), Inches(3.0)}, {hand.tip.x, hand.tip.y - Inches(2.0)}, measure::from_degrees(90)), z,
         skin, -1, false});
    faces.push_back({outline_of(measure::RectShape{hand.tip.y + Inches(8.0), Inches(3.2)},
                                {hand.tip.x, (hand.tip.y - Inches(4.0)) * 0.5 - Inches(4.0)}, measure::from_degrees(90)),
                     z + 0.1, sleeve, -1, false});
  }
}

/// Fills the samples whose centres lie inside the outline (even-odd).
template <class Paint>
void fill(const std::vector<ImagePoint>& outline, int width, int height, const Paint& paint) {
  double top = 1e9, bottom = -1e9;
  for (const ImagePoint& p : outline) top = std::min(top, p.v), bottom = std::max(bottom, p.v);
  std::vector<double> crossings;
  for (int row = std::max(0, static_cast<int>(std::ceil(top))); row <= std::min(height - 1, static_cast<int>(std::floor(bottom))); ++row) {
    crossings.clear();
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
      const ImagePoint &a = outline[j], &b = outline[i];
      if ((a.v > row) != (b.v > row)) crossings.push_back(a.u + (row - a.v) / (b.v - a.v) * (b.u - a.u));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      const int from = std::max(0, static_cast<int>(std::ceil(crossings[i]))),
                to = std::min(width - 1, static_cast<int>(std::floor(crossings[i + 1])));
      for (int column = from; column <= to; ++column) paint(row, column);
    }
  }
}

std::vector<ImagePoint> projected(const calibration::TableCamera& camera, const Face& face) {
  constexpr double kLongestEdge = 1.0;  // inches: longer edges are cut, as the lens bends them
  std::vector<ImagePoint> out;
  for (std::size_t i = 0, j = face.outline.size() - 1; i < face.outline.size(); j = i++) {
    const TablePoint a = face.outline[j], b = face.outline[i];
    const int cuts = std::max(1, static_cast<int>(std::ceil(measure::distance(a, b).value / kLongestEdge)));
    for (int k = 0; k < cuts; ++k) {
      const auto pixel = camera.image_from_table(a + (b - a) * (static_cast<double>(k) / cuts), Inches(face.z));
      if (pixel) out.push_back({(pixel->u + 0.5) * kSamples - 0.5, (pixel->v + 0.5) * kSamples - 0.5});
    }
  }
  return out;
}

/// Ground texture in table inches: blotches and grain; linear light, 16 bit.
cv::Mat ground_texture(const Scene& scene) {
  const int width = static_cast<int>((scene.table.length.value + 2 * kMargin) * kTexturePerInch);
  const int height = static_cast<int>((scene.table.width.value + 2 * kMargin) * kTexturePerInch);
  cv::RNG random(scene.look.seed * 7919u + 17u);
  cv::Mat variation(height, width, CV_32FC3, cv::Scalar::all(0));
  double strength = scene.look.texture;
  for (int octave : {2, 8, 40}) {
    cv::Mat noise(height / octave + 2, width / octave + 2, CV_32FC3), big;
    random.fill(noise, cv::RNG::NORMAL, 0.0, strength);
    cv::resize(noise, big, variation.size(), 0, 0, cv::INTER_CUBIC);
    variation += big;
  }
  const Colour mean = colour_of(scene.look.ground);
  cv::Mat texture(height, width, CV_16UC3);
  const cv::Rect surface(static_cast<int>(kMargin * kTexturePerInch), static_cast<int>(kMargin * kTexturePerInch),
                         static_cast<int>(scene.table.length.value * kTexturePerInch),
                         static_cast<int>(scene.table.width.value * kTexturePerInch));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const cv::Vec3f v = variation.at<cv::Vec3f>(y, x);
      const bool inside = surface.contains({x, y});
      for (int c = 0; c < 3; ++c) {
        const double level = (inside ? mean[static_cast<std::size_t>(c)] : 0.12) * (1.0 + v[0] * 0.8 + v[c] * 0.2);
        texture.at<cv::Vec3w>(y, x)[c] = cv::saturate_cast<unsigned short>(std::max(0.0, level) * kFullScale);
      }
    }
  return texture;
}

cv::Mat ground_picture(const Scene& scene) {
  const calibration::ImageSize size = scene.camera.lens().image_size;
  const int width = size.width * kSamples, height = size.height * kSamples;
  const int columns = size.width / kMapStep + 2, rows = size.height / kMapStep + 2;
  cv::Mat coarse(rows, columns, CV_32FC2);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const auto p = scene.camera.table_from_image({static_cast<double>(c * kMapStep), static_cast<double>(r * kMapStep)}, Inches(0.0));
      coarse.at<cv::Vec2f>(r, c) = p ? cv::Vec2f(static_cast<float>((p->x.value + kMargin) * kTexturePerInch),
                                                 static_cast<float>((p->y.value + kMargin) * kTexturePerInch))
                                     : cv::Vec2f(-1e4f, -1e4f);
    }
  cv::Mat map(height, width, CV_32FC2);
  for (int y = 0; y < height; ++y) {
    const double v = std::clamp(((y + 0.5) / kSamples - 0.5) / kMapStep, 0.0, rows - 1.001);
    const int r = static_cast<int>(v);
    const float fv = static_cast<float>(v - r);
    for (int x = 0; x < width; ++x) {
      const double u = std::clamp(((x + 0.5) / kSamples - 0.5) / kMapStep, 0.0, columns - 1.001);
      const int c = static_cast<int>(u);
      const float fu = static_cast<float>(u - c);
      map.at<cv::Vec2f>(y, x) = (coarse.at<cv::Vec2f>(r, c) * (1 - fu) + coarse.at<cv::Vec2f>(r, c + 1) * fu) * (1 - fv) +
                                (coarse.at<cv::Vec2f>(r + 1, c) * (1 - fu) + coarse.at<cv::Vec2f>(r + 1, c + 1) * fu) * fv;
    }
  }
  cv::Mat picture;
  cv::remap(ground_texture(scene), picture, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar(6000, 6000, 6000));
  return picture;
}

/// A soft contact shadow around every base.
void darken_under_pieces(cv::Mat& picture, const Scene& scene) {
  constexpr double kReach = 0.12, kDepth = 0.35;  // inches, share
  cv::Mat shade(picture.size(), CV_8UC1, cv::Scalar(0));
  for (const StandingPiece& piece : scene.pieces) {
    const Face shadow{outline_of(piece.spec.base.shape, piece.at + TableVector{Inches(0.05), Inches(-0.05)}, piece.heading, 0.04),
                      ground_height(scene.table.terrain, piece.at).value,
                      {},
                      -1,
                      false};
    fill(projected(scene.camera, shadow), shade.cols, shade.rows, [&](int r, int c) { shade.at<unsigned char>(r, c) = 255; });
  }
  const TablePoint centre{scene.table.length * 0.5, scene.table.width * 0.5};
  const double sigma = std::max(0.5, kReach * scene.camera.pixels_per_inch(centre, Inches(0.0)) * kSamples * 0.5);
  cv::GaussianBlur(shade, shade, {}, sigma);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      if (const int s = shade.at<unsigned char>(y, x); s > 0)
        picture.at<cv::Vec3w>(y, x) = picture.at<cv::Vec3w>(y, x) * (1.0 - kDepth * s / 255.0);
}

cv::Mat developed(const cv::Mat& light, const Look& look) {
  cv::Mat blurred;
  cv::GaussianBlur(light, blurred, {}, std::max(0.05, look.blur_px));
  cv::RNG random(look.seed * 104729u + 5u);
  cv::Mat noise(light.size(), CV_32FC3);
  random.fill(noise, cv::RNG::NORMAL, 0.0, look.noise);
  const std::array<double, 3> tint = {1.0 - look.warmth, 1.0, 1.0 + look.warmth};
  std::vector<float> curve(65536);
  for (std::size_t i = 0; i < curve.size(); ++i) curve[i] = static_cast<float>(255.0 * encoded(static_cast<double>(i) / kFullScale));
  cv::Mat picture(light.size(), CV_8UC3);
  for (int y = 0; y < light.rows; ++y)
    for (int x = 0; x < light.cols; ++x)
      for (int c = 0; c < 3; ++c) {
        const double gain = look.gain * tint[static_cast<std::size_t>(c)] * (1.0 - look.falloff * x / light.cols);
        const double level = std::clamp(blurred.at<cv::Vec3w>(y, x)[c] * gain, 0.0, kFullScale);
        picture.at<cv::Vec3b>(y, x)[c] =
            cv::saturate_cast<unsigned char>(curve[static_cast<std::size_t>(level)] + noise.at<cv::Vec3f>(y, x)[c]);
      }
  return picture;
}

cv::Mat compressed(const cv::Mat& picture, int quality) {
  if (quality <= 0) return picture;
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
  return cv::imdecode(bytes, cv::IMREAD_COLOR);
}

}  // namespace

cv::Mat render(const Scene& scene, std::vector<double>* visible) {
  std::mt19937 random(scene.look.seed);
  std::vector<Face> faces;
  for (const calibration::TableTag& tag : scene.tags)
    add_tag(faces, tag.dictionary, tag.id, tag.centre, tag.heading, tag.side.value, 0.0, -1, true);
  for (std::size_t i = 0; i < scene.pieces.size(); ++i) add_piece(faces, scene, static_cast<int>(i), random);
  for (const Hand& hand : scene.hands) add_hand(faces, hand);
  std::stable_sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.z < b.z; });

  cv::Mat picture = ground_picture(scene);
  darken_under_pieces(picture, scene);
  cv::Mat owners(visible ? picture.size() : cv::Size(1, 1), CV_32SC1, cv::Scalar(0));  // piece index + 1 of the marker on top
  std::vector<double> whole(scene.pieces.size(), 0.0), seen(scene.pieces.size(), 0.0);
  for (const Face& face : faces) {
    const cv::Vec3w paint(cv::saturate_cast<unsigned short>(face.colour[0] * kFullScale),
                          cv::saturate_cast<unsigned short>(face.colour[1] * kFullScale),
                          cv::saturate_cast<unsigned short>(face.colour[2] * kFullScale));
    fill(projected(scene.camera, face), picture.cols, picture.rows, [&](int r, int c) {
      picture.at<cv::Vec3w>(r, c) = paint;
      if (!visible) return;
      int& owner = owners.at<int>(r, c);
      if (face.counts && owner != face.owner + 1) whole[static_cast<std::size_t>(face.owner)] += 1.0;
      owner = face.counts ? face.owner + 1 : 0;
    });
  }
  if (visible) {
    for (int y = 0; y < owners.rows; ++y)
      for (int x = 0; x < owners.cols; ++x)
        if (const int owner = owners.at<int>(y, x); owner > 0) seen[static_cast<std::size_t>(owner - 1)] += 1.0;
    visible->clear();
    for (std::size_t i = 0; i < seen.size(); ++i) visible->push_back(whole[i] > 0.0 ? seen[i] / whole[i] : 0.0);
  }
  cv::Mat light;
  cv::resize(picture, light, {scene.camera.lens().image_size.width, scene.camera.lens().image_size.height}, 0, 0, cv::INTER_AREA);
  return compressed(developed(light, scene.look), scene.look.jpeg_quality);
}

std::vector<calibration::TableTag> four_corner_tags(const measure::Table& table) {
  const Inches in(2.2);
  std::vector<calibration::TableTag> tags(4);
  tags[0].centre = {in, in};
  tags[1].centre = {table.length - in, in};
  tags[2].centre = {table.length - in, table.width - in};
  tags[3].centre = {in, table.width - in};
  for (int i = 0; i < 4; ++i) tags[static_cast<std::size_t>(i)].id = i;
  return tags;
}

calibration::Lens random_lens(calibration::ImageSize size, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  calibration::Lens lens;
  lens.image_size = size;
  lens.fx = size.width * (0.82 + 0.12 * unit(random));
  lens.fy = lens.fx * (1.0 + 0.002 * unit(random));
  lens.cx = 0.5 * size.width - 0.5 + 0.005 * size.width * unit(random);
  lens.cy = 0.5 * size.height - 0.5 + 0.005 * size.width * unit(random);
  const double k1 = -0.15 + 0.13 * unit(random);
  lens.distortion = {k1, 0.3 * k1 * k1 * (2.0 + unit(random)) + 0.02, 0.0006 * unit(random), 0.0006 * unit(random), 0.0};
  return lens;
}

calibration::TableCamera random_camera(const calibration::Lens& lens, const measure::Table& table, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const Eigen::Vector3d middle(table.length.value / 2, table.width.value / 2, 0.0);
  const auto fits = [&](const calibration::TableCamera& camera) {
    for (double x : {-1.0, table.length.value + 1.0})
      for (double y : {-1.0, table.width.value + 1.0}) {
        const auto p = camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0));
        if (!p || p->u < 0 || p->v < 0 || p->u > lens.image_size.width || p->v > lens.image_size.height) return false;
      }
    return true;
  };
  const Eigen::Vector3d lean(0.25 * unit(random), 0.25 * unit(random), 1.0);
  const double spin = 0.05 * unit(random);
  for (double height = 0.6 * table.length.value;; height += 1.0) {
    const Eigen::Vector3d eye = middle + lean * height;
    const Eigen::Vector3d forward = (middle - eye).normalized();
    const Eigen::Vector3d along(std::cos(spin), std::sin(spin), 0.0);
    const Eigen::Vector3d down = forward.cross(along).normalized(), right = down.cross(forward);
    Eigen::Matrix3d rotation;
    rotation << right.transpose(), down.transpose(), forward.transpose();
    const calibration::TableCamera camera(lens, rotation, -rotation * eye);
    if (fits(camera) || height > 20.0 * table.length.value) return camera;
  }
}

}  // namespace sim
