import type { ContentPath } from '../../../../common/content/paths'

/** Inspector panel for the document at the path; null when no document is active. */
export function ProblemsPanel({ path }: { readonly path: ContentPath | null }) {
  return <div aria-busy="true">{path}</div>
}
