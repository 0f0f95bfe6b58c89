// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics/arguments_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"

namespace plateau::ui {

namespace {

QString one_per_line(const std::vector<std::string>& lines)
{
    QStringList list;
    for (const std::string& line : lines)
        list << text(line);
    return list.join(QLatin1Char('\n'));
}

} // namespace

ArgumentsPanel::ArgumentsPanel(QWidget* parent)
    : Panel(parent), program_(new QuietCombo(this)), lines_(new QLabel(this)), copy_(new QPushButton(tr("Copy"), this))
{
    for (const auto& [name, title] : narrate::launch_programs())
        program_->addItem(text(title), text(name));
    program_->setCurrentIndex(program_->findData(QStringLiteral("megatron")));
    program_->setAccessibleName(tr("Framework"));
    connect(program_, &QComboBox::currentIndexChanged, this, [this] { fill(); });
    connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(words()); });
    auto* column = box_layout<QVBoxLayout>(this, {12, 8, 12, 12}, 8);
    auto* line = new Flow({});
    line->addWidget(program_);
    line->addWidget(copy_);
    column->addLayout(line);
    lines_->setTextFormat(Qt::PlainText);
    lines_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    lines_->setMargin(8);
    lines_->setWordWrap(true); // shown; copied as they are
    lines_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    lines_->setAccessibleName(tr("Arguments"));
    column->addWidget(lines_, 1);
    fill();
}

void ArgumentsPanel::show_plan(const Parts* plan, const Scenario& scenario)
{
    plan_ = plan ? std::optional(*plan) : std::nullopt;
    scenario_ = scenario;
    fill();
}

QString ArgumentsPanel::words() const
{
    if (!written_.refusal.empty())
        return text(written_.refusal);
    QString lines = one_per_line(written_.lines());
    for (const Message& each : written_.cannot)
        lines += QStringLiteral("\n# ") + text(each);
    return lines;
}

void ArgumentsPanel::fill()
{
    const Theme& theme = theme_of(this);
    written_ = plan_ ? narrate::launch_arguments(program_->currentData().toString().toStdString(), *plan_, scenario_)
                     : narrate::LaunchArguments();
    const bool refused = !written_.refusal.empty();
    lines_->setFont(refused ? interface_font(13) : QFontDatabase::systemFont(QFontDatabase::FixedFont));
    restyle(lines_,
            QStringLiteral("background: %1; color: %2; font-size: 12px")
                .arg(theme.field.name(), (refused ? theme.warning : theme.text).name()));
    lines_->setText(words());
    copy_->setEnabled(!written_.empty());
}

} // namespace plateau::ui
