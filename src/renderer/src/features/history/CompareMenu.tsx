import { ActionIcon } from '@mantine/core'
import { IconDots, IconGitCompare } from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import { Menu } from '../../components/Menu'
import { compareWithNewest } from '../../documents/versions/compare-newest'
import { compareWithSeen } from '../../documents/since/visit'
import { compareWith, outsideStates } from './compare-with'

/** What is there now, compared with anything. */
export function CompareMenu({ path }: { readonly path: ContentPath }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label="Compare what is there now" title="Compare">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconGitCompare size={14} />} onClick={() => void compareWithNewest(path)}>
          Compare with the newest version
        </Menu.Item>
        <Menu.Item leftSection={<IconGitCompare size={14} />} onClick={() => void compareWithSeen(path)}>
          Show what changed since I was here
        </Menu.Item>
        <Menu.Divider />
        {outsideStates.map(({ state, title }) => (
          <Menu.Item
            key={state}
            leftSection={<IconGitCompare size={14} />}
            onClick={() => void compareWith(path, state)}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
