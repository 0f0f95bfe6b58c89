// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/registers.h"
#include "core/views/view.h"

namespace plateau {

namespace views {
extern const ViewFile mechanisms_view;
}

namespace teaching {

void join(Registers& registers) { registers.views.push_back(&views::mechanisms_view); }

} // namespace teaching

} // namespace plateau
