#include "app/commands/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace app {

Interrupt::Interrupt() {
  sigemptyset(&watched_);
  sigaddset(&watched_, SIGINT);
  sigaddset(&watched_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
}

Interrupt::~Interrupt() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool Interrupt::asked() {
  const timespec at_once{};
  if (!asked_) asked_ = sigtimedwait(&watched_, nullptr, &at_once) > 0;
  return asked_;
}

}  // namespace app
