import type { Command } from 'prosemirror-state'
import { onLine } from '../../../engines/page/commands/on-line'
import {
  addTableColumn,
  addTableRow,
  deleteTable,
  deleteTableColumn,
  deleteTableRow,
  insertTable,
  toggleHeaderRow
} from '../../../engines/page/tables/table-commands'
import type { tableCommandNames } from './command-names'

/** What the commands of a table do. */
export const tableSteps: Readonly<Record<keyof typeof tableCommandNames, Command>> = {
  'page.insert-table': onLine(insertTable(3, 3)),
  'page.table-row-after': addTableRow('after'),
  'page.table-row-before': addTableRow('before'),
  'page.table-column-after': addTableColumn('after'),
  'page.table-column-before': addTableColumn('before'),
  'page.table-heads': toggleHeaderRow,
  'page.delete-table-row': deleteTableRow,
  'page.delete-table-column': deleteTableColumn,
  'page.delete-table': deleteTable
}
