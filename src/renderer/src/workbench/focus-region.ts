/**
 * Where the keyboard is most likely wanted: in the text, else the chosen tab, else the first thing that takes
 * it.
 */
const wanted = [
  '.monaco-editor textarea, .monaco-editor .native-edit-context, [data-page-surface]',
  '[role="tab"][aria-selected="true"]',
  'input:not([type="hidden"]):not([hidden]), textarea, select, button, a[href], [tabindex]:not([tabindex="-1"])',
  '[tabindex="-1"]'
]

/** Gives the focus to a region of the window, by its element id. */
export function focusRegion(id: string): void {
  const region = document.getElementById(id)
  const targets = wanted.map((selector) => region?.querySelector<HTMLElement>(selector))
  targets.find((target) => target && target.getClientRects().length > 0)?.focus()
}
