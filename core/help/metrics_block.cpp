// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/examples.h"
#include "core/help/writer.h"
#include "core/model/metrics.h"
#include "core/views/why.h"

namespace plateau::help {

std::string metrics_block(const Writer& writer)
{
    const std::vector<Example> all = examples(*writer.answers());
    std::string text;
    for (const Metric& metric : metrics()) {
        text += writer.entry(metric.key, writer.say(metric.label)) + writer.say(metric.definition) + "\n\n";
        text += "- **" + writer.say(PLATEAU_TEXT("Key")) + ":** " + code(metric.key)
            + (*metric.word ? ", " + code(metric.word) : std::string()) + "\n";
        if (*metric.shown_in.words.usual)
            text += "- **" + writer.say(PLATEAU_TEXT("Unit")) + ":** " + writer.say(metric.shown_in.words.usual) + "\n";
        if (!all.empty())
            if (const auto told = narrate::explained(all.front().estimate, metric.key); !told.formula.empty())
                text += "- **" + writer.say(PLATEAU_TEXT("Formula")) + ":** " + code(told.formula) + "\n";
        text += "\n";
    }
    return text;
}

} // namespace plateau::help
