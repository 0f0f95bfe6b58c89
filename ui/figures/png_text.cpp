// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/png_text.h"

#include <QtEndian>

namespace plateau::ui {

namespace {

const QByteArray signature = QByteArrayLiteral("\x89PNG\r\n\x1a\n");
const QByteArray text_chunk = QByteArrayLiteral("iTXt");
constexpr qsizetype frame = 12; ///< length, type, checksum
constexpr qsizetype header_end = 8 + frame + 13;

quint32 checksum(const QByteArray& bytes)
{
    quint32 crc = 0xFFFFFFFFU;
    for (char byte : bytes) {
        crc ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

QByteArray big_endian(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

/// After the keyword: compression flag and method, empty language and translated keyword.
const QByteArray plain_text = QByteArray(5, '\0');

} // namespace

QByteArray with_png_text(QByteArray png, const QByteArray& keyword, const QByteArray& utf8)
{
    if (!png.startsWith(signature) || png.size() < header_end)
        return png;
    const QByteArray body = text_chunk + keyword + plain_text + utf8;
    const auto length = static_cast<quint32>(body.size() - text_chunk.size());
    return png.insert(header_end, big_endian(length) + body + big_endian(checksum(body)));
}

QByteArray png_text(const QByteArray& png, const QByteArray& keyword)
{
    if (!png.startsWith(signature))
        return {};
    const QByteArray start = keyword + plain_text;
    for (qsizetype at = signature.size(); at + frame <= png.size();) {
        const qsizetype length = qFromBigEndian<quint32>(png.constData() + at);
        if (length > png.size() - at - frame)
            return {};
        const QByteArray data = png.mid(at + 8, length);
        if (png.mid(at + 4, 4) == text_chunk && data.startsWith(start))
            return data.mid(start.size());
        at += frame + length;
    }
    return {};
}

} // namespace plateau::ui
