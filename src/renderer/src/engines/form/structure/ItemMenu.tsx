import type { ReactElement } from 'react'
import { childPointer } from '../../../../../common/json/pointer'
import { Menu } from '../../../components/Menu'
import { viewCommand } from '../../../workbench/commands/view-commands'
import { useForm } from '../form-context'
import type { ListItemProps } from './ListItem'
import { moveItem } from './move-item'
import { removeItem } from './remove'
import classes from './structure.module.css'

interface ItemMenuProps extends ListItemProps {
  readonly name: string
  readonly target: ReactElement
  readonly onClose: () => void
}

/** What can be done with an item. */
export function ItemMenu({ list, index, count, field, name, target, onClose }: ItemMenuProps) {
  const { store, onWhoChanged } = useForm()
  const full = !store.mayGrow(list)
  const add = (at: number) => {
    store.insert(list, at)
    store.revealed.notify(childPointer(list, at))
  }
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-end"
      width={220}
      withinPortal
      trapFocus
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={full} onClick={() => add(index)}>
          Insert {field.itemLabel} before
        </Menu.Item>
        <Menu.Item disabled={full} onClick={() => add(index + 1)}>
          Insert {field.itemLabel} after
        </Menu.Item>
        <Menu.Item
          disabled={full}
          onClick={() => {
            store.duplicate(list, index)
            store.revealed.notify(childPointer(list, index + 1))
          }}
        >
          Duplicate
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={index === 0} onClick={() => moveItem(store, list, index, 0, name)}>
          Move to the top
        </Menu.Item>
        <Menu.Item disabled={index === 0} onClick={() => moveItem(store, list, index, index - 1, name)}>
          Move up
        </Menu.Item>
        <Menu.Item
          disabled={index === count - 1}
          onClick={() => moveItem(store, list, index, index + 1, name)}
        >
          Move down
        </Menu.Item>
        <Menu.Item
          disabled={index === count - 1}
          onClick={() => moveItem(store, list, index, count - 1, name)}
        >
          Move to the bottom
        </Menu.Item>
        {onWhoChanged && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onWhoChanged(childPointer(list, index))}>
              {viewCommand('history.who-changed').title}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          className={classes.danger ?? ''}
          onClick={() => removeItem(store, list, index, `“${name}”`)}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
