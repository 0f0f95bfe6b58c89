// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/embedded.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

#include "core/files/budget.h"
#include "core/files/text_file.h"

namespace plateau::figures {

namespace {

const std::string scenario_key = "plateau-scenario";
const std::string pdf_key = "%plateau-scenario ";
const std::string line_key = "scenario: "; ///< begins lines in comments of tables and scripts
const std::string packed_key = "scenario-base64: "; ///< stands where a format gives signs of the text a meaning

std::string tool_words(const Provenance& about)
{
    return about.version.empty() ? std::string("Plateau") : "Plateau " + about.version;
}

/// Lists what is said beside the scenario, under the names that PNG files use, and leaves out what is empty.
std::vector<std::pair<std::string, std::string>> spoken(const Provenance& about)
{
    std::vector<std::pair<std::string, std::string>> words{{"Software", tool_words(about)}};
    if (!about.caption.empty())
        words.emplace_back("Description", about.caption);
    std::string sources;
    for (const std::string& source : about.sources)
        sources += (sources.empty() ? "" : "\n") + source;
    if (!sources.empty())
        words.emplace_back("Source", sources);
    return words;
}

std::string lower(std::string key)
{
    key.front() = static_cast<char>(key.front() + ('a' - 'A'));
    return key;
}

std::string from_svg(const std::string& svg)
{
    const std::size_t id = svg.find("id=\"" + scenario_key + '"');
    const std::size_t start = id == std::string::npos ? id : svg.rfind('<', id);
    if (start == std::string::npos || svg.substr(start, id - start).find("metadata") == std::string::npos)
        return {};
    const std::size_t from = svg.find('>', id);
    const std::size_t end = svg.find('<', id);
    return from < end && end != std::string::npos ? xml_unescaped(svg.substr(from + 1, end - from - 1)) : std::string();
}

std::string from_pdf(const std::string& pdf)
{
    const std::size_t start = pdf.rfind('\n' + pdf_key);
    if (start == std::string::npos)
        return {};
    const std::size_t from = start + 1 + pdf_key.size();
    return from_base64(pdf.substr(from, pdf.find('\n', from) - from));
}

std::string from_comments(const std::string& text)
{
    std::string yaml;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        for (const char* sign : {"# ", "% "})
            if (line.starts_with(sign + line_key))
                yaml += line.substr(2 + line_key.size()) + '\n';
            else if (line.starts_with(sign + packed_key))
                yaml += from_base64(line.substr(2 + packed_key.size()));
    return yaml;
}

bool has_open_braces(const std::string& line)
{
    return std::count(line.begin(), line.end(), '{') != std::count(line.begin(), line.end(), '}');
}

/// TeX reads the braces of comments too when it reads a table.
std::string without_braces(std::string words)
{
    std::erase_if(words, [](char letter) { return letter == '{' || letter == '}'; });
    return words;
}

std::string scenario_lines(const Provenance& about, const std::string& sign)
{
    std::string lines;
    std::istringstream yaml(about.scenario);
    for (std::string line; std::getline(yaml, line);) {
        if (has_open_braces(line))
            return packed_scenario(about, sign);
        if (!line.empty())
            lines += sign + line_key + line + '\n';
    }
    return lines;
}

} // namespace

std::string embedded_scenario(const std::string& bytes, FigureFormat format)
{
    switch (format) {
    case FigureFormat::Png:
        return png_text(bytes, scenario_key);
    case FigureFormat::Svg:
        return from_svg(bytes);
    case FigureFormat::Pdf:
        return from_pdf(bytes);
    case FigureFormat::Csv:
    case FigureFormat::Matplotlib:
    case FigureFormat::Pgfplots:
    case FigureFormat::Bibtex:
        break;
    }
    return from_comments(bytes);
}

std::string embed_in_png(std::string png, const Provenance& about)
{
    for (const auto& [key, words] : spoken(about))
        png = with_png_text(std::move(png), key, words);
    return with_png_text(std::move(png), scenario_key, about.scenario);
}

std::string embed_in_svg(std::string svg, const Provenance& about)
{
    std::string metadata = "<metadata id=\"" + scenario_key + "\">" + xml_escaped(about.scenario) + "</metadata>\n";
    for (const auto& [key, words] : spoken(about))
        metadata += "<metadata id=\"plateau-" + key + "\">" + xml_escaped(words) + "</metadata>\n";
    const std::string after = "</desc>\n";
    const std::size_t at = svg.find(after);
    if (at != std::string::npos)
        return svg.insert(at + after.size(), metadata);
    const std::size_t root_end = svg.find('>', svg.find("<svg"));
    return root_end == std::string::npos ? svg : svg.insert(root_end + 1, '\n' + metadata);
}

std::string embed_in_pdf(std::string pdf, const Provenance& about)
{
    // A comment line before startxref moves no object: every offset in the file stays right.
    const std::size_t at = pdf.rfind("startxref");
    return at == std::string::npos ? pdf : pdf.insert(at, pdf_key + to_base64(about.scenario) + '\n');
}

std::string without_time(std::string pdf)
{
    const std::string instant = "20000101000000"; // zone and all as many characters: offsets in the file stay right
    for (const char* key : {"/CreationDate (D:", "/ModDate (D:"}) {
        std::size_t at = pdf.find(key);
        if (at == std::string::npos)
            continue;
        at += std::char_traits<char>::length(key);
        for (std::size_t i = 0; at + i < pdf.size() && pdf[at + i] != ')'; ++i)
            if (pdf[at + i] >= '0' && pdf[at + i] <= '9')
                pdf[at + i] = i < instant.size() ? instant[i] : '0';
    }
    return pdf;
}

std::string xmp_packet(const std::string& title, const Provenance& about)
{
    std::string sources;
    for (const std::string& source : about.sources)
        sources += "<rdf:li>" + xml_escaped(source) + "</rdf:li>";
    return "<?xpacket begin='\xEF\xBB\xBF' id='W5M0MpCehiHzreSzNTczkc9d'?>\n"
           "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n"
           "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' "
           "xmlns:xmp='http://ns.adobe.com/xap/1.0/'>\n"
           "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>"
        + xml_escaped(title) + "</rdf:li></rdf:Alt></dc:title>\n<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>"
        + xml_escaped(about.caption) + "</rdf:li></rdf:Alt></dc:description>\n<dc:source>" + xml_escaped(about.scenario)
        + "</dc:source>\n<dc:relation><rdf:Bag>" + sources + "</rdf:Bag></dc:relation>\n<xmp:CreatorTool>"
        + xml_escaped(tool_words(about))
        + "</xmp:CreatorTool>\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end='r'?>\n";
}

std::string comment_lines(const Provenance& about, const std::string& sign)
{
    std::string lines;
    for (const auto& [key, words] : spoken(about)) {
        std::istringstream rows(words);
        for (std::string row; std::getline(rows, row);)
            lines += sign + lower(key) + ": " + (has_open_braces(row) ? without_braces(row) : row) + '\n';
    }
    return lines + scenario_lines(about, sign);
}

std::string packed_scenario(const Provenance& about, const std::string& sign)
{
    return sign + packed_key + to_base64(about.scenario) + '\n';
}

Expected<std::string> read_embedded_scenario(const std::string& file)
{
    const auto format = export_format(file);
    if (!format)
        return tl::unexpected(format.error());
    if (const auto checked = files::check_file(file); !checked)
        return tl::unexpected(checked.error());
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    std::ifstream stream(file, std::ios::binary);
    if (error || !stream)
        return failure({PLATEAU_TEXT("cannot be read"), {}}, file,
                       {"%1", {Verbatim{error ? error.message() : std::generic_category().message(errno)}}});
    if (size > files::budget::held)
        return failure({PLATEAU_TEXT("is too large to be a figure of Plateau"), {}}, file);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    std::string yaml = embedded_scenario(bytes, *format);
    if (yaml.find_first_not_of(" \t\r\n") == std::string::npos)
        return failure({PLATEAU_TEXT("carries no scenario"), {}}, file,
                       {PLATEAU_TEXT("a scenario file, or a figure exported by Plateau"), {}});
    return yaml;
}

bool is_figure_file(const std::string& file) { return export_format(file).has_value(); }

namespace {

/// A scenario's name may end like a figure's file.
bool is_figure(const std::string& file_or_name)
{
    return is_figure_file(file_or_name) && std::filesystem::exists(file_or_name);
}

/// The documents of a figure, or of a file that holds several; none: an ordinary scenario file or a name.
Expected<std::vector<std::string>> several(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (is_figure(file_or_name)) {
        const auto yaml = read_embedded_scenario(file_or_name);
        return yaml ? Expected<std::vector<std::string>>(scenario_documents(*yaml)) : tl::unexpected(yaml.error());
    }
    const auto path = find_scenario_file(catalog, file_or_name);
    const auto content = path ? files::read_text(*path) : tl::unexpected(path.error());
    if (!content || !is_scenario_set(*content))
        return std::vector<std::string>{};
    return scenario_documents(*content);
}

template<class S, class Find, class Read>
Expected<std::vector<S>> read_all(const catalog::Catalog& catalog, const std::string& file_or_name, Find find,
                                  Read read)
{
    const auto documents = several(catalog, file_or_name);
    if (!documents)
        return tl::unexpected(documents.error());
    std::vector<S> scenarios;
    if (documents->empty()) {
        auto scenario = find(catalog, file_or_name);
        if (!scenario)
            return tl::unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    for (const std::string& document : *documents) {
        auto scenario = read(catalog, document, file_or_name, UnknownKeys::Refuse);
        if (!scenario)
            return tl::unexpected(scenario.error());
        scenarios.push_back(std::move(*scenario));
    }
    return scenarios;
}

} // namespace

Expected<std::string> question_kind(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    if (!is_figure_file(file_or_name)) {
        const auto path = find_scenario_file(catalog, file_or_name);
        return path ? scenario_kind(*path) : tl::unexpected(path.error());
    }
    const auto yaml = read_embedded_scenario(file_or_name);
    return yaml ? scenario_kind_of_text(scenario_documents(*yaml).front(), file_or_name) : tl::unexpected(yaml.error());
}

Expected<std::vector<Scenario>> read_questions(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    return read_all<Scenario>(catalog, file_or_name, find_scenario, read_scenario_text);
}

Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog,
                                                            const std::string& file_or_name)
{
    return read_all<LimitsScenario>(catalog, file_or_name, find_limits_scenario, read_limits_scenario_text);
}

Expected<Scenario> read_question(const catalog::Catalog& catalog, const std::string& file_or_name)
{
    auto all = read_questions(catalog, file_or_name);
    return all ? Expected<Scenario>(std::move(all->front())) : tl::unexpected(all.error());
}

} // namespace plateau::figures
