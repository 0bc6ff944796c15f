import { Tabs } from '@mantine/core'
import { segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { PermissionCheck } from './PermissionCheck'
import type { ConfigDraft } from './config-draft'
import { ConfigHistory } from './ConfigHistory'
import { FormFolders } from './FormFolders'
import { withPermissions } from './new-config'
import { configSheets } from './open-drafts'
import classes from './configs.module.css'

interface ConfigSideProps {
  readonly draft: ConfigDraft
  readonly path: ContentPath
  /** E-mail of the person at the window. */
  readonly me: string | undefined
}

/**
 * Beside the sheets: what they mean for people and folders, and what they were. Only an organization's config
 * has rights and form folders (P1).
 */
export function ConfigSide({ draft, path, me }: ConfigSideProps) {
  const [org = '', ...below] = segmentsOf(path)
  const isOrg = below.length === 0
  return (
    <Tabs
      key={path}
      defaultValue={isOrg ? 'access' : 'history'}
      keepMounted={false}
      className={classes.side ?? ''}
      classNames={{ panel: classes.panel ?? '' }}
    >
      <Tabs.List aria-label="About this config">
        {isOrg && <Tabs.Tab value="access">Access</Tabs.Tab>}
        {isOrg && <Tabs.Tab value="forms">Forms</Tabs.Tab>}
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="access">
        <PermissionCheck
          org={org}
          saved={draft.saved}
          current={draft.current}
          onRestrict={draft.writable ? () => restrict(draft, path, me ?? '') : null}
        />
      </Tabs.Panel>
      <Tabs.Panel value="forms">
        <FormFolders org={org} draft={draft} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <ConfigHistory key={path} draft={draft} me={me} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Adds a permissions sheet, and shows it: there the person goes on. */
function restrict(draft: ConfigDraft, path: ContentPath, me: string): void {
  draft.set(withPermissions(draft.current, me), true)
  const sheets = configSheets(path).now()
  if (!('store' in sheets)) return
  const added = sheets.store.book.sheets.find(({ name }) => name === 'permissions')
  if (added) sheets.store.show(added.id)
}
