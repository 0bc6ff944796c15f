/** Beside the index of what is there that of what was (FI7), and the other way round. */
export const otherOf = (file: string): string =>
  file.endsWith('.past.db') ? file.replace(/\.past\.db$/, '.db') : file.replace(/(\.db)?$/, '.past.db')
