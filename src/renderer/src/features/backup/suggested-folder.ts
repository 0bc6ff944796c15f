/** A new folder beside a workspace, named after a backup: `…/Galley` and `Galley work 2026-11-23 14-03.zip` → `…/work restored` */
export function suggestedFolder(workspace: string, backup: string): string {
  const name = (backup.split(/[\\/]/).at(-1) ?? '')
    .replace(/(?: \(\d+\))?\.zip$/i, '')
    .replace(/^Galley /, '')
    .replace(/ \d{4}-\d\d-\d\d \d\d-\d\d$/, '')
  const cut = Math.max(workspace.lastIndexOf('/'), workspace.lastIndexOf('\\'))
  return `${workspace.slice(0, cut + 1)}${name === '' ? 'workspace' : name} restored`
}
