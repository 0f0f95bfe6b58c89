// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/ask_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace plateau::ui {

QString with_suffix(const QString& name, const QStringList& suffixes)
{
    const bool known = suffixes.contains(QFileInfo(name).suffix(), Qt::CaseInsensitive);
    return known || name.isEmpty() ? name : name + QLatin1Char('.') + suffixes.first();
}

bool may_replace(QWidget* parent, const QString& file)
{
    if (!QFileInfo::exists(file))
        return true;
    QMessageBox box(QMessageBox::Question, QCoreApplication::translate("ask_file", "Plateau"),
                    QCoreApplication::translate("ask_file", "%1 exists. Replace it?").arg(QFileInfo(file).fileName()),
                    QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    box.addButton(QCoreApplication::translate("ask_file", "Replace"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    return box.exec() != QMessageBox::Cancel;
}

QString ask_save_file(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                      const QStringList& suffixes)
{
    // The dialog does not know the name with its suffix, so it leaves the question about replacing to this function.
    const QString chosen
        = QFileDialog::getSaveFileName(parent, title, suggestion, filter, nullptr, QFileDialog::DontConfirmOverwrite);
    const QString file = with_suffix(chosen, suffixes);
    return file.isEmpty() || may_replace(parent, file) ? file : QString();
}

} // namespace plateau::ui
