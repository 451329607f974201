#include "app/evidence/archive.h"

#include <zip.h>
#include <algorithm>
#include <memory>
#include <stdexcept>

namespace app::evidence {
namespace {

using measure::ErrorCode, measure::fail;

constexpr zip_int64_t kMostEntries = 64;
/// 1 January 1980, the first day of a ZIP file's calendar: evidence has the time of its picture, if that has one.
constexpr zip_uint16_t kNoTime = 0, kNoDate = (1 << 5) | 1;

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;

/// A promise of the library: in memory, nothing of this fails but for want of memory.
void must(bool done) {
  if (!done) throw std::runtime_error("an archive cannot be written in memory");
}

measure::Result<std::string> content_of(zip_t* archive, zip_uint64_t entry, std::size_t left) {
  zip_stat_t about;
  const bool known = zip_stat_index(archive, entry, 0, &about) == 0 && (about.valid & ZIP_STAT_SIZE) != 0 &&
                     (about.valid & ZIP_STAT_COMP_METHOD) != 0 && (about.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0;
  if (!known || about.comp_method != ZIP_CM_STORE || about.encryption_method != ZIP_EM_NONE || about.size > left)
    return fail(ErrorCode::BadFile, "an entry is compressed, encrypted or larger than the archive");
  const std::unique_ptr<zip_file_t, Discard> file(zip_fopen_index(archive, entry, 0));
  if (!file) return fail(ErrorCode::BadFile, "an entry cannot be opened");
  std::string content(about.size, '\0');
  const zip_int64_t read = zip_fread(file.get(), content.data(), about.size);
  content.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return content;
}

}  // namespace

const std::string* find(const Files& files, std::string_view name) {
  const auto found = std::ranges::find(files, name, &Files::value_type::first);
  return found == files.end() ? nullptr : &found->second;
}

std::string archiver() { return zip_libzip_version(); }

std::string zip_of(const Files& files) {
  const Source bytes(zip_source_buffer_create(nullptr, 0, 0, nullptr));
  must(bytes != nullptr);
  zip_source_keep(bytes.get());  // closing the archive drops one hold on it
  Archive archive(zip_open_from_source(bytes.get(), ZIP_TRUNCATE, nullptr));
  must(archive != nullptr);
  for (const auto& [name, content] : files) {
    zip_source_t* const source = zip_source_buffer(archive.get(), content.data(), content.size(), 0);
    const zip_int64_t entry = source ? zip_file_add(archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    must(entry >= 0);
    must(zip_set_file_compression(archive.get(), static_cast<zip_uint64_t>(entry), ZIP_CM_STORE, 0) == 0);
    must(zip_file_set_dostime(archive.get(), static_cast<zip_uint64_t>(entry), kNoTime, kNoDate, 0) == 0);
  }
  must(zip_close(archive.release()) == 0);
  zip_stat_t about;
  must(zip_source_stat(bytes.get(), &about) == 0 && zip_source_open(bytes.get()) == 0);
  std::string out(about.size, '\0');
  must(zip_source_read(bytes.get(), out.data(), about.size) == static_cast<zip_int64_t>(about.size));
  zip_source_close(bytes.get());
  return out;
}

measure::Result<Files> files_of(std::string_view zip) {
  if (zip.size() > kLargestArchive) return fail(ErrorCode::BadFile, "is larger than any evidence");
  zip_source_t* const bytes = zip_source_buffer_create(zip.data(), zip.size(), 0, nullptr);
  const Archive archive(bytes ? zip_open_from_source(bytes, ZIP_RDONLY | ZIP_CHECKCONS, nullptr) : nullptr);
  if (!archive) {
    if (bytes) zip_source_free(bytes);
    return fail(ErrorCode::BadFile, "is no ZIP archive, or a damaged one");
  }
  const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
  if (entries < 0 || entries > kMostEntries) return fail(ErrorCode::BadFile, "has more entries than any evidence");
  Files files;
  std::size_t left = zip.size();
  for (zip_int64_t i = 0; i < entries; ++i) {
    const char* const name = zip_get_name(archive.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    auto content = content_of(archive.get(), static_cast<zip_uint64_t>(i), left);
    if (!content) return tl::unexpected(content.error());
    left -= content->size();
    files.emplace_back(name ? name : "", std::move(*content));
  }
  return files;
}

}  // namespace app::evidence
