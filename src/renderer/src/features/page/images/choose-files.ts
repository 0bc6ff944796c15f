/** Asks for pictures of this computer. @returns none when the person cancels */
export function chooseFiles(several: boolean): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = several
  input.accept = 'image/*'
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
