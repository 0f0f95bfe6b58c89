// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QStringList>

#include <cmath>

/// What a JSON value has that a schema does not allow. Of JSON Schema it knows what resources/json uses; a keyword it
/// does not know is a mistake.
class JsonSchema {
public:
    explicit JsonSchema(QJsonObject schema) : schema_(std::move(schema)) { }

    /// Of a document, whichever its keys tell that it is.
    QStringList mistakes(const QJsonValue& document) const
    {
        QStringList found;
        check(QJsonObject{{QStringLiteral("allOf"), schema_["allOf"]}, {QStringLiteral("anyOf"), schema_["anyOf"]}},
              document, QStringLiteral("document"), found);
        return found;
    }

    QStringList mistakes(const QString& definition, const QJsonValue& value) const
    {
        QStringList found;
        check(QJsonObject{{QStringLiteral("$ref"), QStringLiteral("#/$defs/") + definition}}, value, definition, found);
        return found;
    }

private:
    static QString type_of(const QJsonValue& value)
    {
        switch (value.type()) {
        case QJsonValue::Null:
            return QStringLiteral("null");
        case QJsonValue::Bool:
            return QStringLiteral("boolean");
        case QJsonValue::Double:
            return QStringLiteral("number");
        case QJsonValue::String:
            return QStringLiteral("string");
        case QJsonValue::Array:
            return QStringLiteral("array");
        case QJsonValue::Object:
            return QStringLiteral("object");
        case QJsonValue::Undefined:
            break;
        }
        return QStringLiteral("nothing");
    }

    static bool is_of(const QString& type, const QJsonValue& value)
    {
        if (type == u"integer")
            return value.isDouble() && value.toDouble() == std::floor(value.toDouble());
        return type == type_of(value);
    }

    void check(const QJsonObject& schema, const QJsonValue& value, const QString& where, QStringList& found) const
    {
        static const QStringList known{
            "$ref",  "type",  "description", "properties", "required", "additionalProperties",
            "items", "const", "enum",        "anyOf",      "allOf",    "minProperties",
            "if",    "then"};
        for (const QString& keyword : schema.keys())
            if (!known.contains(keyword))
                found << where + ": keyword " + keyword + " is not known to this test";
        if (const QString reference = schema["$ref"].toString(); !reference.isEmpty()) {
            const QJsonObject all = schema_["$defs"].toObject();
            const QString name = reference.section(u'/', -1);
            if (!all.contains(name))
                found << where + ": no definition " + name;
            else
                check(all[name].toObject(), value, where, found);
        }
        if (schema.contains(u"const") && schema["const"] != value)
            found << where + ": is not the constant";
        if (schema.contains(u"enum") && !schema["enum"].toArray().contains(value))
            found << where + ": " + value.toVariant().toString() + " is none of the values";
        if (schema.contains(u"type"))
            check_type(schema["type"], value, where, found);
        if (schema.contains(u"anyOf"))
            check_any(schema["anyOf"].toArray(), value, where, found);
        for (const QJsonValue& each : schema["allOf"].toArray())
            check(each.toObject(), value, where, found);
        if (schema.contains(u"if")) {
            QStringList other;
            check(schema["if"].toObject(), value, where, other);
            if (other.isEmpty())
                check(schema["then"].toObject(), value, where, found);
        }
        if (value.isArray() && schema.contains(u"items"))
            for (const QJsonValue& item : value.toArray())
                check(schema["items"].toObject(), item, where + "[]", found);
        if (value.isObject())
            check_object(schema, value.toObject(), where, found);
    }

    static void check_type(const QJsonValue& types, const QJsonValue& value, const QString& where, QStringList& found)
    {
        const QJsonArray legal = types.isArray() ? types.toArray() : QJsonArray{types};
        for (const QJsonValue& type : legal)
            if (is_of(type.toString(), value))
                return;
        found << where + ": is a " + type_of(value);
    }

    void check_any(const QJsonArray& schemas, const QJsonValue& value, const QString& where, QStringList& found) const
    {
        QStringList last;
        for (const QJsonValue& each : schemas) {
            last.clear();
            check(each.toObject(), value, where, last);
            if (last.isEmpty())
                return;
        }
        found << last;
    }

    void check_object(const QJsonObject& schema, const QJsonObject& value, const QString& where,
                      QStringList& found) const
    {
        if (value.size() < schema["minProperties"].toInt())
            found << where + ": is empty";
        const QJsonObject properties = schema["properties"].toObject();
        for (const QJsonValue& key : schema["required"].toArray())
            if (!value.contains(key.toString()))
                found << where + ": has no " + key.toString();
        const QJsonValue others = schema["additionalProperties"];
        for (auto entry = value.begin(); entry != value.end(); ++entry) {
            const QString place = where + "." + entry.key();
            if (properties[entry.key()].isBool())
                found << place + ": is of another document";
            else if (properties.contains(entry.key()))
                check(properties[entry.key()].toObject(), entry.value(), place, found);
            else if (others.isObject())
                check(others.toObject(), entry.value(), place, found);
            else if (others.isBool() && !others.toBool())
                found << place + ": is not in the schema";
        }
    }

    QJsonObject schema_;
};
