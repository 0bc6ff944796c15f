import { ActionIcon } from '@mantine/core'
import {
  IconBraces,
  IconFileText,
  IconFolder,
  IconForms,
  IconFolderUp,
  IconPlus,
  IconTable,
  IconTemplate,
  IconUpload
} from '@tabler/icons-react'
import { runCommand, useShortcutOf } from '../../workbench/commands/commands'
import { shownShortcut } from '../../workbench/commands/shown-keys'
import { Menu } from '../../components/Menu'
import { ROOT } from '../../../../common/content/paths'
import { useRefusal } from '../../documents/rights/rights'
import { writtenBy } from '../../engines/tree/subjects'

const entries = [
  { id: 'file.new-page', title: 'Page', Icon: IconFileText },
  { id: 'file.new-from-template', title: 'Page from a template…', Icon: IconTemplate },
  { id: 'file.new-structured', title: 'Structured document…', Icon: IconForms },
  { id: 'file.new-sheet', title: 'Sheet…', Icon: IconTable },
  { id: 'file.new-json', title: 'JSON file', Icon: IconBraces },
  { id: 'file.new-folder', title: 'Folder', Icon: IconFolder },
  { id: 'file.upload', title: 'Upload files…', Icon: IconUpload },
  { id: 'file.upload-folder', title: 'Upload folder…', Icon: IconFolderUp }
] as const

/** The plus beside the site: what can be made. */
export function NewMenu() {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label="New…">
          <IconPlus size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <NewEntries />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asked while it is open: what is made comes into what is chosen then. */
function NewEntries() {
  const refusal = useRefusal(writtenBy('file.new-page')?.path ?? ROOT, 'folder')
  return (
    <>
      {refusal !== null && <Menu.Label>{refusal}</Menu.Label>}
      {entries.map((entry) => (
        <NewEntry key={entry.id} {...entry} refusal={refusal} />
      ))}
    </>
  )
}

function NewEntry({
  id,
  title,
  Icon,
  refusal
}: (typeof entries)[number] & { readonly refusal: string | null }) {
  const shortcut = useShortcutOf(id)
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.5} />}
      rightSection={shortcut && <kbd aria-hidden="true">{shownShortcut(shortcut)}</kbd>}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={() => void runCommand(id)}
    >
      {title}
    </Menu.Item>
  )
}
