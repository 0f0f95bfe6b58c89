// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/picker_entries.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_finder.h"

namespace plateau::ui {

namespace {

using catalog::Accelerator;
using catalog::ModelShape;

QString words(const char* source) { return QCoreApplication::translate("picker", source); }

/// The peak in 16 bits; of an accelerator that has no such format, the fastest of its others.
double peak_of(const Accelerator& accelerator)
{
    const auto peak
        = [&](catalog::Precision precision) { return accelerator.peak_flops[static_cast<std::size_t>(precision)]; };
    const double half = std::max(peak(catalog::Precision::Bf16), peak(catalog::Precision::Fp16));
    return half > 0 ? half : *std::max_element(accelerator.peak_flops.begin(), accelerator.peak_flops.end());
}

QString domain_of(const Accelerator& accelerator)
{
    const double size = accelerator.tiers.empty() ? 1 : accelerator.tiers.front().domain_size;
    return std::isfinite(size) ? quantity(size, units::Unit::Count) : QString(QChar(0x221E));
}

/// The vendor, and where it has several generations of a library, which.
QString group_of(const Accelerator& accelerator, const catalog::Catalog& catalog)
{
    const bool several = std::any_of(catalog.accelerators.begin(), catalog.accelerators.end(), [&](const auto& other) {
        return other.vendor == accelerator.vendor && other.transport.id != accelerator.transport.id;
    });
    const QString vendor = text(accelerator.vendor);
    return several ? vendor + QStringLiteral(", ") + text(accelerator.transport.title) : vendor;
}

/// The letters its title begins with: "Llama" of "Llama 3 8B", "Qwen" of "Qwen2.5 7B".
QString family_of(const ModelShape& model)
{
    const QString title = text(model.title);
    const auto end = std::find_if(title.begin(), title.end(), [](QChar letter) { return !letter.isLetter(); });
    return end == title.begin() ? title : title.left(end - title.begin());
}

std::vector<PickerEntry> hardware_entries(const catalog::Catalog& catalog)
{
    double peak = 0, memory = 0;
    for (const Accelerator& each : catalog.accelerators) {
        peak = std::max(peak, peak_of(each));
        memory = std::max(memory, usable_memory_bytes(each));
    }
    std::vector<const Accelerator*> sorted;
    for (const Accelerator& each : catalog.accelerators)
        sorted.push_back(&each);
    const auto oldest = [&](const Accelerator& one) { // of its group, so that generations follow each other
        double least = peak_of(one);
        for (const Accelerator& other : catalog.accelerators)
            if (other.vendor == one.vendor && other.transport.id == one.transport.id)
                least = std::min(least, peak_of(other));
        return least;
    };
    const auto of_vendor = [&](const Accelerator& one) {
        return std::count_if(catalog.accelerators.begin(), catalog.accelerators.end(),
                             [&](const Accelerator& other) { return other.vendor == one.vendor; });
    };
    const auto place = [&](const Accelerator* one) {
        return std::tuple(-of_vendor(*one), one->vendor, -oldest(*one), one->transport.id, -peak_of(*one), one->title);
    };
    std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
    std::vector<PickerEntry> entries;
    entries.reserve(sorted.size());
    for (const Accelerator* each : sorted)
        entries.push_back({text(each->id), text(each->title), group_of(*each, catalog),
                           words("%1, memory %2, domains of %3")
                               .arg(quantity(peak_of(*each), units::Unit::FlopPerSecond),
                                    quantity(usable_memory_bytes(*each), units::Unit::Bytes, 4), domain_of(*each)),
                           lines(catalog::words_of_file(each->notes, catalog::is_shipped(each->file))),
                           HardwareThumbnail{peak_of(*each) / peak, usable_memory_bytes(*each) / memory}});
    return entries;
}

std::vector<PickerEntry> model_entries(const catalog::Catalog& catalog)
{
    int layers = 1, width = 1;
    for (const ModelShape& each : catalog.models) {
        layers = std::max(layers, each.layers);
        width = std::max(width, each.hidden);
    }
    std::vector<const ModelShape*> sorted;
    for (const ModelShape& each : catalog.models)
        sorted.push_back(&each);
    const auto place = [](const ModelShape* one) {
        return std::tuple(family_of(*one).toLower(), catalog::total_parameters(*one), one->title);
    };
    std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
    std::vector<PickerEntry> entries;
    for (const ModelShape* each : sorted) {
        const double total = catalog::total_parameters(*each), active = catalog::active_parameters(*each);
        QString detail = words("%1 parameters").arg(quantity(total, units::Unit::Count));
        if (each->experts > 0)
            detail += words(", %1 active, %2 experts").arg(quantity(active, units::Unit::Count)).arg(each->experts);
        detail += words(", %1 layers of %2").arg(each->layers).arg(quantity(each->hidden, units::Unit::Count));
        QStringList known_as;
        for (const std::string& name : each->known_as)
            known_as.append(text(name));
        if (!known_as.isEmpty())
            detail += words(", also %1").arg(known_as.join(QStringLiteral(", ")));
        entries.push_back({text(each->id), text(each->title), family_of(*each), detail,
                           lines(catalog::words_of_file(each->notes, catalog::is_shipped(each->file))),
                           ModelThumbnail{static_cast<double>(each->layers) / layers,
                                          static_cast<double>(each->hidden) / width, active / total, each->experts}});
    }
    return entries;
}

} // namespace

bool PickerEntry::matches(const QString& words) const
{
    return holds(QStringList{title, group, detail, value}.join(QLatin1Char(' ')), words.simplified());
}

int PickerEntry::likeness(const QString& words) const
{
    const QString asked = words.simplified();
    if (asked.isEmpty())
        return 0;
    if (value.compare(asked, Qt::CaseInsensitive) == 0)
        return 4;
    if (title.compare(asked, Qt::CaseInsensitive) == 0)
        return 3;
    return title.startsWith(asked, Qt::CaseInsensitive) ? 2 : holds(title, asked) ? 1 : 0;
}

std::vector<PickerEntry> picker_entries(const std::string& key, const catalog::Catalog& catalog)
{
    return key == "hardware" ? hardware_entries(catalog)
        : key == "model"     ? model_entries(catalog)
                             : std::vector<PickerEntry>();
}

} // namespace plateau::ui
