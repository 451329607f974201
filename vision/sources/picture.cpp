#include "vision/sources/picture.h"

#include <turbojpeg.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "vision/sources/exif.h"
#include "vision/sources/frame_source.h"

namespace vision {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;
namespace fs = std::filesystem;

using Bytes = std::span<const std::uint8_t>;

/// Pixels in the largest picture we decode. Larger: a forged header of a few bytes can claim gigabytes
/// of memory; smaller: real 100-megapixel cameras are refused.
constexpr std::int64_t kLargestPicture = 200'000'000;

struct CloseDecoder {
  void operator()(void* handle) const { tjDestroy(handle); }
};
using JpegDecoder = std::unique_ptr<std::remove_pointer_t<tjhandle>, CloseDecoder>;

bool begins_with(Bytes bytes, std::string_view start) {
  return bytes.size() >= start.size() &&
         std::equal(start.begin(), start.end(), bytes.begin(), [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}
bool is_jpeg(Bytes bytes) { return begins_with(bytes, "\xff\xd8\xff"); }
bool is_png(Bytes bytes) { return begins_with(bytes, "\x89PNG\r\n\x1a\n"); }

tl::unexpected<measure::Error> damaged(const std::string& name, const std::string& why) {
  return fail(ErrorCode::BadFile, name + ": the picture is damaged (" + why + "); take or copy it again");
}

/// The result of one libjpeg-turbo call: empty when all is well, else what it complains of. Padding between markers is harmless; every
/// other warning means that pixels are missing or invented.
std::string complaint(tjhandle decoder, int status) {
  if (status == 0) return {};
  const std::string says = tjGetErrorStr2(decoder);
  const bool harmless = tjGetErrorCode(decoder) == TJERR_WARNING && says.find("extraneous bytes") != std::string::npos;
  return harmless ? std::string() : says;
}

/// Walks the chunks of a PNG to its end marker: OpenCV hands out the top half of a file cut short.
bool png_is_complete(Bytes bytes) {
  constexpr std::size_t kSignature = 8, kChunkFrame = 12;  // bytes: length, type and checksum of a chunk
  for (std::size_t at = kSignature; at + kChunkFrame <= bytes.size();) {
    const std::size_t length =
        std::size_t{bytes[at]} << 24 | std::size_t{bytes[at + 1]} << 16 | std::size_t{bytes[at + 2]} << 8 | bytes[at + 3];
    if (begins_with(bytes.subspan(at + 4), "IEND")) return true;
    at += kChunkFrame + length;
  }
  return false;
}

/// Everything that is not a plain JPEG: OpenCV knows the formats.
Result<Picture> decode_with_opencv(Bytes bytes, const std::string& name) {
  try {
    const cv::Mat raw(1, static_cast<int>(bytes.size()), CV_8UC1, const_cast<std::uint8_t*>(bytes.data()));
    Picture picture;
    picture.bgr = cv::imdecode(raw, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    if (picture.bgr.empty()) return fail(ErrorCode::BadFile, name + ": this is not a picture that can be read");
    cv::cvtColor(picture.bgr, picture.luma, cv::COLOR_BGR2GRAY);
    return picture;
  } catch (const cv::Exception& e) {
    return damaged(name, e.err.empty() ? e.what() : e.err);
  }
}

Result<Picture> decode_jpeg(Bytes bytes, const std::string& name) {
  const JpegDecoder decoder(tjInitDecompress());
  if (!decoder) return fail(ErrorCode::Internal, "libjpeg-turbo could not be started");
  int width = 0, height = 0, subsampling = 0, colours = 0;
  const int status = tjDecompressHeader3(decoder.get(), bytes.data(), bytes.size(), &width, &height, &subsampling, &colours);
  if (const std::string says = complaint(decoder.get(), status); !says.empty()) return damaged(name, says);
  if (width <= 0 || height <= 0) return damaged(name, "it has no size");
  if (std::int64_t{width} * height > kLargestPicture) return damaged(name, "its header claims an absurd size");

  // Inks instead of lights are left to OpenCV, which is silent about damage: the complete decode still comes first.
  const bool inks = colours == TJCS_CMYK || colours == TJCS_YCCK;
  cv::Mat pixels(height, width, inks ? CV_8UC4 : CV_8UC3);
  const int read = tjDecompress2(decoder.get(), bytes.data(), bytes.size(), pixels.data, width, static_cast<int>(pixels.step[0]), height,
                                 inks ? TJPF_CMYK : TJPF_BGR, TJFLAG_ACCURATEDCT);
  if (const std::string says = complaint(decoder.get(), read); !says.empty()) return damaged(name, says);
  if (inks) return decode_with_opencv(bytes, name);
  Picture picture{.bgr = pixels, .luma = {}, .focal_px = focal_px_from_exif(bytes, pixels.size())};
  cv::cvtColor(picture.bgr, picture.luma, cv::COLOR_BGR2GRAY);
  return picture;
}

/// Pictures in a fixed order. A damaged one is reported by name, and the next one follows.
class PictureSource : public FrameSource {
 public:
  PictureSource(std::vector<std::string> paths, std::string description) : paths_(std::move(paths)), description_(std::move(description)) {}

  [[nodiscard]] Delivery next(std::chrono::milliseconds) override {
    if (at_ == paths_.size()) return {.status = SourceStatus::Ended};
    const fs::path path = paths_[at_];
    const std::uint64_t sequence = at_++;
    const std::string name = path.filename().string();
    const measure::Result<Picture> picture = read_picture(path);
    if (!picture) return {.bad_picture = picture.error(), .bad_name = name};
    return {.frame = Frame{.bgr = picture->bgr, .luma = picture->luma, .name = name, .sequence = sequence, .focal_px = picture->focal_px}};
  }

  [[nodiscard]] bool stills() const override { return true; }
  [[nodiscard]] std::optional<std::size_t> count() const override { return paths_.size(); }
  [[nodiscard]] std::string describe() const override { return description_; }

 private:
  std::vector<std::string> paths_;
  std::string description_;
  std::size_t at_ = 0;
};

}  // namespace

Result<Picture> decode_picture(std::span<const std::uint8_t> bytes, const std::string& name) {
  if (bytes.empty()) return fail(ErrorCode::BadFile, name + ": the file is empty");
  if (is_jpeg(bytes)) return decode_jpeg(bytes, name);
  if (is_png(bytes) && !png_is_complete(bytes)) return damaged(name, "it ends before its end marker");
  return decode_with_opencv(bytes, name);
}

Result<Picture> read_picture(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail(ErrorCode::BadFile, path.string() + ": there is no such file");
  if (!std::filesystem::is_regular_file(path, ignored)) return fail(ErrorCode::BadFile, path.string() + ": this is not a file");
  const std::uintmax_t size = std::filesystem::file_size(path, ignored);
  std::ifstream file(path, std::ios::binary);
  if (!file || ignored) return fail(ErrorCode::BadFile, path.string() + ": the file cannot be read");
  std::vector<std::uint8_t> content(size);
  file.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(size));
  content.resize(static_cast<std::size_t>(file.gcount()));
  return decode_picture(content, path.string());
}

bool is_picture_name(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 11> kEndings = {".jpg",  ".jpeg", ".jpe", ".png", ".bmp", ".tif",
                                                         ".tiff", ".webp", ".pgm", ".ppm", ".pnm"};
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::find(kEndings, ending) != kEndings.end();
}

std::unique_ptr<FrameSource> open_pictures(std::vector<std::string> paths) {
  std::string description = paths.size() == 1 ? paths.front() : std::to_string(paths.size()) + " pictures";
  return std::make_unique<PictureSource>(std::move(paths), std::move(description));
}

OpenedSource open_folder(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unreadable;  // a link to nowhere, say: then it is reported when its turn comes
    if (is_picture_name(entry->path()) && !entry->is_directory(unreadable)) paths.push_back(entry->path().string());
  }
  if (error) return measure::fail(measure::ErrorCode::BadFile, folder.string() + ": the folder cannot be read (" + error.message() + ")");
  if (paths.empty()) {
    return measure::fail(measure::ErrorCode::NotSeen,
                         folder.string() + ": there is no picture in this folder (looked for .jpg, .png, .bmp, .tif, .webp)");
  }
  std::ranges::sort(paths);  // std::string compares bytes
  const std::string description = folder.string() + " (" + std::to_string(paths.size()) + (paths.size() == 1 ? " picture)" : " pictures)");
  return std::make_unique<PictureSource>(std::move(paths), description);
}

}  // namespace vision
