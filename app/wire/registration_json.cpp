#include "app/wire/registration_json.h"

#include <string>

namespace app {
namespace {

using Json = nlohmann::ordered_json;

Json rows(const auto& matrix) {
  Json out = Json::array();
  for (int r = 0; r < matrix.rows(); ++r) {
    Json row = Json::array();
    for (int c = 0; c < matrix.cols(); ++c) row.push_back(matrix(r, c));
    out.push_back(std::move(row));
  }
  return out;
}

template <class Matrix>
Matrix matrix_of(const Json& rows) {
  Matrix out;
  for (int r = 0; r < out.rows(); ++r)
    for (int c = 0; c < out.cols(); ++c) rows.at(static_cast<std::size_t>(r)).at(static_cast<std::size_t>(c)).get_to(out(r, c));
  return out;
}

}  // namespace

Json exact_json(const SeenBy& seen) {
  const calibration::TableCamera& camera = seen.registration.camera;
  const calibration::Lens& lens = camera.lens();
  return {{"image_size", {lens.image_size.width, lens.image_size.height}},
          {"camera_matrix", {{lens.fx, 0, lens.cx}, {0, lens.fy, lens.cy}, {0, 0, 1}}},
          {"distortion", lens.distortion},
          {"lens", seen.lens_given ? "file" : "picture"},
          {"rotation", rows(camera.rotation())},
          {"translation_in", {camera.translation().x(), camera.translation().y(), camera.translation().z()}},
          {"covariance", rows(camera.covariance())},
          {"tags_used", seen.registration.tags_used},
          {"reprojection_px", seen.registration.reprojection_px}};
}

measure::Result<SeenBy> seen_by(const Json& json) {
  try {
    calibration::Lens lens;
    const Json &size = json.at("image_size"), &matrix = json.at("camera_matrix"), &translation = json.at("translation_in");
    lens.image_size = {size.at(0).get<int>(), size.at(1).get<int>()};
    lens.fx = matrix.at(0).at(0).get<double>(), lens.cx = matrix.at(0).at(2).get<double>();
    lens.fy = matrix.at(1).at(1).get<double>(), lens.cy = matrix.at(1).at(2).get<double>();
    json.at("distortion").get_to(lens.distortion);
    const auto covariance = matrix_of<calibration::CameraCovariance>(json.at("covariance"));
    lens.covariance = covariance.bottomRightCorner<calibration::kIntrinsicCount, calibration::kIntrinsicCount>();
    return SeenBy{
        {.camera = {lens, matrix_of<Eigen::Matrix3d>(json.at("rotation")),
                    Eigen::Vector3d(translation.at(0).get<double>(), translation.at(1).get<double>(), translation.at(2).get<double>()),
                    covariance},
         .tags_used = json.at("tags_used").get<std::vector<int>>(),
         .reprojection_px = json.at("reprojection_px").get<double>()},
        json.at("lens") == "file"};
  } catch (const Json::exception& problem) {
    return measure::fail(measure::ErrorCode::BadFile, std::string("is no registration of a camera: ") + problem.what());
  }
}

}  // namespace app
