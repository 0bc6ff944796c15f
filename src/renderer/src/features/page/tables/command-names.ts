/** The commands of a table of the text. */
export const tableCommandNames = {
  'page.insert-table': { title: 'Add a table', group: 'Edit', where: 'page' },
  'page.table-row-after': { title: 'Add a row to the table', group: 'Edit', where: 'page' },
  'page.table-row-before': { title: 'Add a row to the table, above', group: 'Edit', where: 'page' },
  'page.table-column-after': { title: 'Add a column to the table', group: 'Edit', where: 'page' },
  'page.table-column-before': { title: 'Add a column to the table, before', group: 'Edit', where: 'page' },
  'page.table-heads': { title: 'First row of the table as heads', group: 'Edit', where: 'page' },
  'page.delete-table-row': { title: 'Delete the row of the table', group: 'Edit', where: 'page' },
  'page.delete-table-column': { title: 'Delete the column of the table', group: 'Edit', where: 'page' },
  'page.delete-table': { title: 'Delete the table', group: 'Edit', where: 'page' }
} as const
