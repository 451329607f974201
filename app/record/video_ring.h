// NAME.vedette-video: what the camera saw in the last minutes of a recorded game, beside its record.
//   A SQLite file of JPEG pictures, each with its time of the record, from which the oldest go. One thread encodes and writes; handing over
//   waits for nothing, and while it is busy pictures are left out. What is in it is no part of the record: nothing rests on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/result.h"
#include "vision/frame.h"

namespace app {

/// Where the pictures of a record lie.
[[nodiscard]] std::string video_of(const std::string& record);

struct VideoRingOptions {
  double minutes = 10.0;
  std::int64_t most_bytes = 600'000'000;  // of pictures; the file is little larger
  int most_pages = 0;                     // of the file; 0: it is not limited
};

class VideoRing {
 public:
  /// `path`: a new file, or one of this kind, which goes on. What is wrong with it is `trouble`.
  explicit VideoRing(const std::string& path, VideoRingOptions options = {});
  /// As `finish`.
  ~VideoRing();
  VideoRing(const VideoRing&) = delete;
  VideoRing& operator=(const VideoRing&) = delete;

  /// One frame; of those that follow each other closely only some are taken. `record_s`: seconds of the record. Never waits. True: it will
  /// be in the file.
  bool see(double record_s, const vision::Frame& frame);
  /// Why no pictures are kept any more; none: they are. When the disk is full the file goes, for the record needs the room.
  [[nodiscard]] std::optional<measure::Error> trouble() const;
  /// Writes what waits and closes the file, which is then one plain file.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The same to read, also while it is written.
class RecordedVideo {
 public:
  /// Errors: NotSeen where there is no such file; BadFile.
  [[nodiscard]] static measure::Result<RecordedVideo> read(const std::string& path);
  RecordedVideo(RecordedVideo&&) noexcept;
  RecordedVideo& operator=(RecordedVideo&&) noexcept;
  ~RecordedVideo();

  /// When the pictures after `from_s` and up to `to_s` were taken, in seconds of the record, in order. Of a file that is damaged those that
  /// are found.
  [[nodiscard]] std::vector<double> times(double from_s, double to_s) const;
  /// The JPEG of one of these times. Errors: NotSeen: it has gone meanwhile; BadFile.
  [[nodiscard]] measure::Result<std::vector<unsigned char>> picture(double time_s) const;

 private:
  struct State;
  explicit RecordedVideo(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Takes file and what belongs to it away.
void remove_video(const std::string& path);
/// Takes those in a folder away but for so many that were written last: each may be large, and its record is kept.
void remove_old_videos(const std::string& folder, std::size_t but);

}  // namespace app
