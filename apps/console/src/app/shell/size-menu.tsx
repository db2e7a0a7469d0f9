import { t as textOf, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { MenuButton } from '../../parts/overlay/menu-button.tsx'
import { chooseSize, SIZES, useLook } from '../theme/appearance.ts'

const LABELS = { default: 'Default', medium: 'Medium', small: 'Small', mini: 'Mini' } as const

/** SZ-1 to SZ-4: the current size is disabled; unsaved input stays, because React only draws again. */
export function SizeMenu() {
  const { t } = useText()
  const current = useLook((look) => look.size)
  return (
    <MenuButton
      label={t('header.size')}
      testId="size-menu"
      items={SIZES.map((size) => ({
        key: size,
        label: LABELS[size],
        disabled: size === current,
        onSelect: () => {
          chooseSize(size)
          toast('success', textOf('size.done'))
        },
      }))}
    >
      <Icon name="letters" />
    </MenuButton>
  )
}
