import type { WorkspaceInfo } from '../../../../common/api/types'

/** Which Galley this is. */
export function About({ workspace }: { readonly workspace: WorkspaceInfo }) {
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <p style={{ margin: 0 }}>
        Galley {workspace.appVersion}. Offline-first authoring of versioned, structured web content.
      </p>
      <p style={{ margin: 0, color: 'var(--ink-3)' }}>
        Everything stays on this computer until you decide otherwise. Released under the MIT licence.
      </p>
    </div>
  )
}
