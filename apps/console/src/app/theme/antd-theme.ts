import { theme as antdTheme, type ThemeConfig } from 'antd'
import type { LayoutSettings } from '../settings/layout-settings.ts'
import type { Size } from './appearance.ts'
import { labelOn, mix } from './colour.ts'
import { type Appearance, chosenTint, linkColour, RAMPS } from './ramps.ts'

/** SZ-5: the heights, with the fonts of docs/spec/look.md#2.5. */
const METRICS: Record<Size, { controlHeight: number; fontSize: number }> = {
  default: { controlHeight: 40, fontSize: 15 },
  medium: { controlHeight: 36, fontSize: 14 },
  small: { controlHeight: 32, fontSize: 13 },
  mini: { controlHeight: 28, fontSize: 12 },
}

function neutrals(appearance: Appearance) {
  const ramp = RAMPS[appearance]
  return {
    colorBgLayout: ramp.canvas,
    colorBgContainer: ramp.surface,
    colorBgElevated: ramp.raised,
    colorFillAlter: ramp.hover,
    colorFillSecondary: ramp.sunken,
    colorFillTertiary: ramp.sunken,
    colorFillQuaternary: ramp.hover,
    colorBorder: ramp.ctlLine,
    colorBorderSecondary: ramp.line,
    colorSplit: ramp.line,
    colorText: ramp.ink,
    colorTextHeading: ramp.ink,
    colorTextLabel: ramp.t2,
    colorTextSecondary: ramp.t2,
    colorTextTertiary: ramp.t3,
    colorTextQuaternary: ramp.t3,
    colorTextDescription: ramp.t3,
    colorTextPlaceholder: ramp.t3,
    colorTextDisabled: ramp.tdis,
    colorIcon: ramp.t3,
    colorIconHover: ramp.ink,
  }
}

/** Settings of single antd components beyond the shared tokens. */
function componentsOf(settings: LayoutSettings, appearance: Appearance): NonNullable<ThemeConfig['components']> {
  const link = linkColour(settings.theme, appearance)
  const ramp = RAMPS[appearance]
  const edge = { colorPrimary: link, colorPrimaryHover: link, colorPrimaryBorder: link }
  const focused = { activeBorderColor: link, hoverBorderColor: link }
  const chosen = chosenTint(settings.theme, appearance)
  return {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      fontWeight: 500,
      defaultBorderColor: ramp.line2,
    },
    Input: focused,
    InputNumber: focused,
    Select: { activeBorderColor: link, hoverBorderColor: link, optionSelectedBg: chosen },
    DatePicker: focused,
    Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
    Switch: { ...edge, colorTextQuaternary: ramp.ctlLine, colorTextTertiary: ramp.t3 },
    Checkbox: edge,
    Radio: edge,
    Tree: { ...edge, nodeSelectedBg: ramp.sunken, nodeHoverBg: ramp.hover },
    Table: {
      headerBg: ramp.surface,
      headerColor: ramp.t3,
      rowHoverBg: ramp.hover,
      rowSelectedBg: chosen,
      rowSelectedHoverBg: chosen,
      borderColor: ramp.line,
    },
    Tabs: { itemSelectedColor: ramp.ink, itemHoverColor: ramp.ink, inkBarColor: settings.theme, titleFontSize: 14 },
  }
}

/**
 * docs/spec/look.md as antd tokens: the theme colour fills, the link colour draws edges and switches, neutrals do the
 * rest.
 */
export function antdThemeOf(settings: LayoutSettings, appearance: Appearance, size: Size, still: boolean): ThemeConfig {
  const link = linkColour(settings.theme, appearance)
  const ramp = RAMPS[appearance]
  const chosen = chosenTint(settings.theme, appearance)
  return {
    algorithm: appearance === 'light' ? antdTheme.defaultAlgorithm : antdTheme.darkAlgorithm,
    token: {
      ...neutrals(appearance),
      ...METRICS[size],
      colorPrimary: settings.theme,
      colorPrimaryHover: mix(settings.theme, appearance === 'light' ? '#000000' : '#ffffff', 0.08),
      colorPrimaryActive: mix(settings.theme, '#000000', 0.14),
      colorTextLightSolid: labelOn(settings.theme),
      colorLink: link,
      colorLinkHover: link,
      colorLinkActive: link,
      colorError: ramp.danger,
      colorErrorText: ramp.danger,
      controlItemBgActive: chosen,
      controlItemBgActiveHover: chosen,
      controlItemBgHover: ramp.hover,
      controlOutline: mix(ramp.surface, settings.theme, 0.26),
      controlOutlineWidth: 3,
      borderRadius: 6,
      borderRadiusLG: 10,
      borderRadiusSM: 4,
      controlInteractiveSize: 18,
      fontFamily: 'var(--font)',
      motion: !still,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.16s',
      motionDurationSlow: '0.2s',
      zIndexPopupBase: 1000,
    },
    components: componentsOf(settings, appearance),
  }
}
