// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/files/node_builder.h"
#include "core/files/text_file.h"

namespace plateau::files {

namespace {

/// yaml-cpp's events to nodes.
class YamlEvents : public YAML::EventHandler {
public:
    explicit YamlEvents(NodeBuilder& builder) : builder_(builder) { }

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        refuse_anchor(mark, anchor);
        builder_.empty(mark.line + 1, mark.column + 1);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark, 1); }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override
    {
        refuse_anchor(mark, anchor);
        refuse_tag(mark, tag);
        const bool plain = tag == "?";
        if (plain && (value == "~" || value == "null"))
            builder_.empty(mark.line + 1, mark.column + 1);
        else
            builder_.scalar(value, !plain, mark.line + 1, mark.column + 1);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        begin(Node::Kind::List, mark, tag, anchor);
    }
    void OnSequenceEnd() override { builder_.end(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        begin(Node::Kind::Map, mark, tag, anchor);
    }
    void OnMapEnd() override { builder_.end(); }

private:
    void begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor)
    {
        refuse_anchor(mark, anchor);
        refuse_tag(mark, tag);
        builder_.begin(kind, mark.line + 1, mark.column + 1);
    }
    static void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor)
    {
        if (anchor != YAML::NullAnchor)
            throw Refusal({PLATEAU_TEXT("anchors and aliases are not read here"), {}}, mark.line + 1, mark.column + 1);
    }
    static void refuse_tag(const YAML::Mark& mark, const std::string& tag)
    {
        if (!tag.empty() && tag != "?" && tag != "!")
            throw Refusal({PLATEAU_TEXT("tags are not read here"), {}}, mark.line + 1, mark.column + 1);
    }

    NodeBuilder& builder_;
};

} // namespace

Expected<Document> parse_yaml(const std::string& text, const std::string& file)
{
    if (text.size() > size_limit)
        return failure({PLATEAU_TEXT("the file is too large"), {}}, file, {PLATEAU_TEXT("at most 16 MiB"), {}});
    try {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        NodeBuilder builder;
        YamlEvents events(builder);
        if (!parser.HandleNextDocument(events))
            return Document{file, {}};
        Document document{file, builder.take()};
        NodeBuilder second;
        YamlEvents more(second);
        if (parser.HandleNextDocument(more))
            return failure({PLATEAU_TEXT("the file holds more than one document"), {}}, file);
        return document;
    } catch (const Refusal& refusal) {
        return failure(refusal.message, where(file, refusal.line, refusal.column));
    } catch (const YAML::Exception& error) {
        return failure({PLATEAU_TEXT("this is not YAML: %1"), {error.msg}},
                       where(file, error.mark.line + 1, error.mark.column + 1));
    } catch (const std::exception& error) {
        return failure({PLATEAU_TEXT("this is not YAML: %1"), {error.what()}}, file);
    }
}

Expected<Document> read_yaml(const std::filesystem::path& file)
{
    const Expected<std::string> text = read_text(file);
    return text ? parse_yaml(*text, file.string()) : tl::unexpected(text.error());
}

} // namespace plateau::files
