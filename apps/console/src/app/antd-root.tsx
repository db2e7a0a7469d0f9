import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useMemo } from 'react'
import { queryClient } from '../lib/api/query.ts'
import { useText } from '../lib/text/text.ts'
import { useSettings } from './settings/layout-settings.ts'
import { antdThemeOf } from './theme/antd-theme.ts'
import { appearanceOf, useLook } from './theme/appearance.ts'

/** SEC-8: the server writes one nonce per page; antd's style elements carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** Without the suffix: antd would write "Go to 3 Page". */
const english = { ...enUS, Pagination: { ...enUS.Pagination!, page: '' } }

/** antd with our tokens, texts and nonce; only pages that use antd load it. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const { language } = useText()
  const settings = useSettings()
  const look = useLook()
  const appearance = appearanceOf(look)
  const { size, still } = look
  const theme = useMemo(() => antdThemeOf(settings, appearance, size, still), [settings, appearance, size, still])
  dayjs.locale(language === 'zh-CN' ? 'zh-cn' : 'en')
  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'zh-CN' ? zhCN : english}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ConfigProvider>
  )
}
