import type { Tab } from '../../app/workbench'

/** The middle of the window for one tab. */
export function EditorPane({ tab }: { readonly tab: Tab }) {
  return <div aria-busy="true">{tab.path}</div>
}
