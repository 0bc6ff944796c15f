import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconEye,
  IconGitCompare,
  IconHistory,
  IconHistoryToggle
} from '@tabler/icons-react'
import { useImperativeHandle, useRef, useState, type Ref, type RefObject } from 'react'
import { ownBase } from '../../api'
import { openCompare } from '../../workbench/workbench'
import { Menu } from '../../components/Menu'
import { notify } from '../../workbench/toast'
import { useRefusal } from '../../documents/rights/rights'
import { openMoment } from '../moment'
import { siteOf } from '../../../../common/content/paths'
import { versionRef } from '../../documents/versions/compare-newest'
import { isRemote } from '../../documents/versions/remote-versions'
import { restoreState } from '../../documents/versions/restore'
import type { VersionActionsProps } from './VersionActions'
import classes from './HistoryPanel.module.css'

interface VersionMenuProps extends VersionActionsProps {
  /** What the row is called. */
  readonly name: string
  readonly tabIndex: 0 | -1
}

/**
 * The button of everything that can be done with a version. The menu is made when it is asked for: rows come
 * by the dozen as one scrolls.
 */
export function VersionMenu({ name, tabIndex, ...actions }: VersionMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.more}
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="More actions"
        tabIndex={tabIndex}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconDots size={14} aria-hidden="true" />
      </button>
      {isOpen && <OpenMenu {...actions} name={name} button={button} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface OpenMenuProps extends VersionActionsProps {
  readonly name: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

function OpenMenu({ path, version, previous, onPick, name, button, onClose }: OpenMenuProps) {
  const ref = versionRef(path, version)
  const refusal = useRefusal(path)
  const copy = async () => {
    await navigator.clipboard.writeText(ownBase() + version.url)
    notify('Address copied.')
  }
  return (
    <Menu opened onClose={onClose} position="bottom-end" withinPortal>
      <Menu.Target>
        <At element={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        <Menu.Item leftSection={<IconEye size={14} />} onClick={() => openCompare(path, ref, ref)}>
          View version
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconGitCompare size={14} />}
          onClick={() => openCompare(path, ref, { kind: 'current', path })}
        >
          Compare with now
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistoryToggle size={14} />}
          disabled={!previous}
          onClick={() => previous && openCompare(path, versionRef(path, previous), ref)}
        >
          Compare with the version before
        </Menu.Item>
        <Menu.Item leftSection={<IconGitCompare size={14} />} onClick={() => onPick(version)}>
          Compare with another version…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconArrowBackUp size={14} />}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => void restoreState(path, ref)}
        >
          Restore
        </Menu.Item>
        {!isRemote(version) && (
          <>
            <Menu.Item
              leftSection={<IconHistory size={14} />}
              onClick={() => openMoment(siteOf(path), version.timestamp - 1)}
            >
              Bring the site back to this time…
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
              Copy address
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface AtProps {
  readonly element: RefObject<HTMLElement | null>
  /** Given by the menu. */
  readonly ref?: Ref<HTMLElement | null>
}

/** The menu stands beside an element that is there already, and stays when the menu goes. */
function At({ element, ref }: AtProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element])
  return null
}
