/** What a new page holds: the parts that a site expects, and one empty block to write in. */
export const blankPage =
  '<body>\n  <header></header>\n  <main>\n    <div></div>\n  </main>\n  <footer></footer>\n</body>\n'
