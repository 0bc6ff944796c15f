/** What the system's dialog offers. */
interface Choice {
  /** Kinds of files, as `accept` of a field has them. */
  readonly accept?: string
  readonly several?: boolean
  /** All files of one folder, each with its path (`webkitRelativePath`). */
  readonly folder?: boolean
}

/**
 * Asks for files of this computer. The field is in the page until it is answered: one that is nowhere may be collected as garbage while
 * the dialog is open, and what is chosen there would come to nobody.
 * @returns none when the person cancels
 */
export function chooseFiles({
  accept = '',
  several = false,
  folder = false
}: Choice): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.hidden = true
  input.accept = accept
  input.multiple = several
  input.webkitdirectory = folder
  return new Promise((resolve) => {
    const done = () => {
      input.remove()
      resolve([...(input.files ?? [])])
    }
    input.addEventListener('change', done)
    input.addEventListener('cancel', done)
    document.body.append(input)
    input.click()
  })
}
