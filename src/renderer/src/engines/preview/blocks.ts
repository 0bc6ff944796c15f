/** Marks the parts of authored HTML that have a layout of their own, for the preview's style. */
export function markBlocks(body: Element): void {
  for (const section of body.querySelectorAll('main > div')) {
    section.setAttribute('data-galley', 'section')
    for (const block of section.querySelectorAll(':scope > div[class]')) markBlock(block)
  }
}

/** `<div class="name"><div row><div cell>…`: rows and cells, with the block's name shown where it has no style of its own. */
function markBlock(block: Element): void {
  const name = block.classList[0] ?? ''
  block.setAttribute('data-galley', /metadata$/.test(name) ? 'metadata' : 'block')
  block.setAttribute('data-galley-name', [...block.classList].join(' · '))
  for (const row of block.children) {
    row.setAttribute('data-galley', 'row')
    for (const cell of row.children) cell.setAttribute('data-galley', 'cell')
  }
}
