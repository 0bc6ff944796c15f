import { SegmentedControl, Switch } from '@mantine/core'
import { changeEditorSettings, useEditorSettings } from '../../workbench/editor-settings'

interface TextOptionsProps {
  /** Whether JSON is shown with one member a line; null for what is no JSON. */
  readonly formatted: boolean | null
  readonly onFormatted: (formatted: boolean) => void
}

/** How texts are compared line by line. */
export function TextOptions({ formatted, onFormatted }: TextOptionsProps) {
  const settings = useEditorSettings()
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Layout"
        data={[
          { value: 'side', label: 'Side by side' },
          { value: 'inline', label: 'Inline' }
        ]}
        value={settings.compare}
        onChange={(value) => changeEditorSettings({ compare: value === 'inline' ? 'inline' : 'side' })}
      />
      <Switch
        size="xs"
        label="Ignore spaces"
        checked={settings.ignoreSpace}
        onChange={(event) => changeEditorSettings({ ignoreSpace: event.currentTarget.checked })}
      />
      {formatted !== null && (
        <Switch
          size="xs"
          label="Formatted"
          checked={formatted}
          onChange={(event) => onFormatted(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
