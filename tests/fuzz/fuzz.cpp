// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <unistd.h>

#include "app/command.h"
#include "app/export_page.h"
#include "app/study.h"
#include "core/answers/plan_filter.h"
#include "core/catalog/catalog.h"
#include "core/catalog/known_runs.h"
#include "core/charts/plot_view.h"
#include "core/claims/paper_claims.h"
#include "core/diagnostics/programs/reading.h"
#include "core/diagnostics/programs/trace.h"
#include "core/evidence/claims.h"
#include "core/evidence/row.h"
#include "core/files/yaml_pack.h"
#include "core/model/estimate.h"
#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/question/scenario/typed_settings.h"
#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/tour.h"
#include "core/text/messages/words.h"

/// Every reader of what people bring, on whatever libFuzzer makes of the seeds. PLATEAU_FUZZ names the reader.
namespace {

using namespace plateau;
namespace fs = std::filesystem;

const catalog::Catalog& shipped()
{
    static const catalog::Catalog catalog = catalog::read({PRESETS});
    return catalog;
}

/// A folder of this process that is gone with it.
class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / ("plateau-fuzz-" + std::to_string(getpid()))) { }
    ~Folder()
    {
        std::error_code error;
        fs::remove_all(path_, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path with(const std::string& name, const std::string& text) const
    {
        const fs::path file = path_ / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

const Folder& folder()
{
    static const Folder folder;
    return folder;
}

/// What cannot be true of any input.
void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

template<class T>
void says_why(const Expected<T>& read)
{
    require(read.has_value() || !english(read.error()).empty(), "what is refused has a message");
}

void scenario(const std::string& text)
{
    const auto read = read_scenarios_text(shipped(), text, "fuzz.yaml");
    says_why(read);
    says_why(read_limits_scenario_text(shipped(), text, "fuzz.yaml", UnknownKeys::Keep));
    if (!read)
        return;
    for (const Scenario& question : *read) {
        const std::string written = write_scenario(question);
        const auto again = read_scenario_text(shipped(), written, "again.yaml", UnknownKeys::Keep);
        require(again && write_scenario(*again) == written, "what was written is read back");
        const Estimate estimate = explain(*prepare(question), question.plan);
        require(!estimate.parts.possible() || estimate.parts.step_seconds > 0, "a step takes time");
    }
}

template<auto read>
void preset(const std::string& text)
{
    says_why(read(folder().with("preset.yaml", text)));
}

void model(const std::string& text)
{
    says_why(catalog::read_model(folder().with("model.yaml", text)));
    says_why(catalog::read_model(folder().with("model.json", text)));
}

void program(const std::string& text) { says_why(programs::read_text(shipped(), text, "fuzz")); }

void trace(const std::string& text) { says_why(programs::read_trace(folder().with("trace.json", text))); }

void table(const std::string& text)
{
    says_why(evidence::read_rows(folder().with("rows.csv", text)));
    says_why(app::read_part(folder().with("part.csv", text).string()));
}

/// As a stream, as logs of any length are.
void log(const std::string& text) { says_why(programs::read_file(shipped(), folder().with("run.log", text))); }

void batch(const std::string& text)
{
    const std::string answer = app::answer_to_line(text);
    require(answer.starts_with("{") && answer.ends_with("}") && answer.find('\n') == std::string::npos,
            "an answer is one line");
}

/// A pack of one text, damaged.
void pack(const std::string& text) { files::YamlPack(text).find("a: [1, {b: 2}]\n"); }

/// Everything that is read from a folder of presets of one's own.
void presets(const std::string& text)
{
    for (const char* kind : {"evidence", "claims", "runs", "styles", "figures", "assumptions", "physics"})
        folder().with(std::string(kind) + "/mine.yaml", text);
    const std::vector<fs::path> folders{folder().path()};
    evidence::read_claims(folders);
    catalog::read_known_runs(folders);
    figures::read_export_styles(folders);
    app::read_paper_figures(folders);
    catalog::read(folders);
}

void tour(const std::string& text)
{
    static const evidence::Claims claims = evidence::read_claims({PRESETS});
    static const claims::PaperClaims paper = claims::read_paper_claims(shipped(), claims);
    std::vector<Error> problems;
    tours::read_tour(shipped(), paper, folder().with("tour.yaml", text), problems);
}

void figure(const std::string& text)
{
    for (const char* name : {"figure.svg", "figure.png", "figure.pdf", "figure.csv"})
        says_why(figures::read_embedded_scenario(folder().with(name, text).string()));
}

/// What is typed into fields and after flags.
void typed(const std::string& text)
{
    const auto question = default_scenario(shipped());
    typed_settings(shipped(), *question, text);
    says_why(answers::parse_plan_filter(text));
    says_why(parse_network(text, 1e-6));
    says_why(tours::read_guess(text, 100, units::Unit::Count));
    says_why(claims::read_ask(text));
    figures::read_plot_view(text);
    const auto& rows = training_parameters().rows();
    const TrainingParameter& row = rows[std::hash<std::string>()(text) % rows.size()];
    says_why(parse_value(row, text));
    says_why(parse_values(row, text));
    says_why(app::read_axis<Scenario>(text));
    says_why(app::read_shard(text, 1000));
    std::vector<std::string> words;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        words.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const app::Command* command : app::commands())
        says_why(app::parse_arguments(words, app::flags_of(*command), command->name));
}

struct Target {
    std::string_view name;
    void (*run)(const std::string& text);
};
constexpr std::array targets{
    Target{"scenario", scenario},
    Target{"model", model},
    Target{"accelerator", preset<catalog::read_accelerator>},
    Target{"transport", preset<catalog::read_transport>},
    Target{"stack", preset<catalog::read_stack>},
    Target{"presets", presets},
    Target{"program", program},
    Target{"trace", trace},
    Target{"log", log},
    Target{"batch", batch},
    Target{"pack", pack},
    Target{"table", table},
    Target{"tour", tour},
    Target{"figure", figure},
    Target{"typed", typed},
};

const Target& chosen()
{
    const char* asked = std::getenv("PLATEAU_FUZZ");
    for (const Target& target : targets)
        if (asked && target.name == asked)
            return target;
    std::fputs("PLATEAU_FUZZ names one of", stderr);
    for (const Target& target : targets)
        std::fprintf(stderr, " %s", std::string(target.name).c_str());
    std::fputs("\n", stderr);
    std::exit(2);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static const Target& target = chosen();
    target.run(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
