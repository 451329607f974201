// How FFmpeg is to behave under OpenCV: it listens to the environment alone.
#pragma once

namespace vision {

/// Quiet (its errors reach the player as ours, by name), and quick to take up a live stream. Settings
/// that the user made are left alone. Call it before opening a video or a stream, not from a second thread.
void prepare_ffmpeg();

}  // namespace vision
