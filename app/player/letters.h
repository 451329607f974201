// A player of a sworn game of Le Choc enters his letters, and looks at them, on his own page.
//   What is answered here is his alone: it goes to who names his side's token, and opens his page with his keys as in the window. Nothing
//   of it is told to anybody else, and nothing is kept here.
#pragma once

#include "app/web/site.h"
#include "measure/board.h"

namespace app {
class BoardSession;
}

namespace app::player {

/// POST: {"keys":"Q7ZZ"} opens his page; with "choose":true it chooses his keys, four letters or figures or "" for none, once; with
/// "at":[0,1] and "letter":"A" or null a piece is given its letter. 400 for what cannot be read, 403 for wrong keys, 409 where there is
/// nothing to enter and for a letter that is refused (L-2), 429 after several wrong keys. GET: how far he has come, as everybody may know.
/// `session` and `board` must outlive the question.
[[nodiscard]] web::Question letters_question(BoardSession& session, const measure::Board& board);

/// The same where no board is watched.
[[nodiscard]] web::Question no_letters_question();

}  // namespace app::player
