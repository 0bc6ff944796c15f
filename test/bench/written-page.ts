/** A page as authors have them: sections of headings and paragraphs with links, and blocks of rows and cells. */
export function authoredPage(number: number, words: number, blocks: number): string {
  const lines = ['<body>', '  <header></header>', '  <main>']
  const sections = blocks / 4
  const paragraphs = Math.floor((words / sections - 4 * 3 * 14) / 29)
  for (let part = 0; part < sections; part += 1) {
    lines.push('    <div>')
    lines.push(
      part === 0
        ? `      <h1>Page ${number} of the harbour</h1>`
        : `      <h2 id="part-${part}">Part ${part}</h2>`
    )
    for (let line = 0; line < paragraphs; line += 1)
      lines.push(
        `      <p>The boat leaves at ten past six, and <a href="/timetable/${part}">the bread</a> is carried up <strong>first</strong>, while nobody was on the pier in the ${part}th winter of line ${line}.</p>`
      )
    for (let block = 0; block < 4; block += 1) {
      lines.push('      <div class="cards wide">')
      for (let row = 0; row < 3; row += 1)
        lines.push(
          `        <div><div>Card ${row} of ${block}</div><div><p>It says how long it takes, and <em>why</em></p></div></div>`
        )
      lines.push('      </div>')
    }
    lines.push('    </div>')
  }
  return [...lines, '  </main>', '  <footer></footer>', '</body>', ''].join('\n')
}
