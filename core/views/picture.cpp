// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/picture.h"

namespace plateau::views {

bool Picture::Key::operator==(const Key& other) const
{
    return view == other.view && scenario->view == other.scenario->view && scenario->title == other.scenario->title
        && answers::TrainingQuestion(scenario) == answers::TrainingQuestion(other.scenario);
}

Made Picture::compute(const Key& key, answers::Work& work)
{
    const std::vector<Scenario> scenarios{*key.scenario};
    return made(*find(key.view), {work.answers(), scenarios, work.stop()});
}

std::size_t Picture::bytes(const Made& made) { return sizeof made + made.figure.scenario.size() + (256u << 10); }

} // namespace plateau::views
