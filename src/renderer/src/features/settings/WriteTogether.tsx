import { Switch } from '@mantine/core'
import { changeEditorSettings, useEditorSettings } from '../../workbench/editor-settings'
import classes from './SettingsDialog.module.css'

/** Whether documents are shared with whoever writes in them (RT7). */
export function WriteTogether() {
  const { apart, hidden } = useEditorSettings()
  return (
    <section className={classes.section} aria-labelledby="together-heading">
      <h2 id="together-heading">Writing together</h2>
      <Switch
        label="Write together, letter by letter"
        checked={!apart}
        onChange={(event) => changeEditorSettings({ apart: !event.currentTarget.checked })}
      />
      <p className={classes.note}>
        In documents that you open from now on you see who else writes in them, where they are, and each of
        their letters. Words of both stay, and Undo takes back your own. While it is off, documents are saved
        as a whole, and Galley asks when two have changed the same place.
      </p>
      <Switch
        label="Show others where I am"
        checked={!hidden}
        disabled={apart}
        onChange={(event) => changeEditorSettings({ hidden: !event.currentTarget.checked })}
      />
      <p className={classes.note}>
        Your cursor and what you have chosen, in documents that others have open too. While it is off, they
        see your name there, and cannot follow you.
      </p>
    </section>
  )
}
