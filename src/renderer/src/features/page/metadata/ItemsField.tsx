import { TagsInput } from '@mantine/core'
import { visibleText } from '../../../../../common/content/visible-text'
import { itemsOf, withItems } from './list-value'
import { words } from './words'

interface ItemsFieldProps {
  readonly name: string
  readonly label: string
  readonly description: string | undefined
  readonly value: string
  readonly readOnly: boolean
  readonly className: string
  /** What may be meant; anything else may be written as well. */
  readonly known: readonly string[]
  readonly onChange: (value: string) => void
  /** Somebody is about to choose. */
  readonly onLook?: () => void
}

/** A value that is several items with commas between them: each is a chip, and what is known is offered. */
export function ItemsField(props: ItemsFieldProps) {
  const { name, label, description, value, readOnly, className, known, onChange, onLook } = props
  return (
    <TagsInput
      size="xs"
      label={label}
      description={description}
      className={className}
      data-key={name}
      value={itemsOf(value)}
      data={[...known]}
      readOnly={readOnly}
      splitChars={[',']}
      acceptValueOnBlur
      spellCheck={false}
      maxDropdownHeight={220}
      comboboxProps={{ shadow: 'md' }}
      renderOption={({ option }) => (
        <span>
          {visibleText(option.value)}
          {words.robots[option.value] && <small>{` – ${words.robots[option.value]}`}</small>}
        </span>
      )}
      {...(onLook ? { onFocus: onLook } : {})}
      onChange={(items) => {
        if (!readOnly) onChange(withItems(value, items))
      }}
    />
  )
}
