import type { ReactNode, SVGProps } from 'react'

/** Every icon: 16 px, drawn with one stroke in the colour of the text around it, hidden from screen readers. */
export type Icon = (props: IconProps) => ReactNode

export interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number
}

const icon = (...paths: readonly string[]): Icon =>
  function StrokeIcon({ size = 16, ...rest }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    )
  }

const circle = (cx: number, cy: number, r: number): string =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

export const SearchIcon = icon(circle(7, 7, 4.5), 'm10.5 10.5 3.5 3.5')
export const PlusIcon = icon('M8 3v10M3 8h10')
export const CloseIcon = icon('m4 4 8 8M12 4l-8 8')
export const CheckIcon = icon('m3 8.5 3.5 3.5L13 4.5')
export const ChevronDownIcon = icon('m4 6 4 4 4-4')
export const ChevronUpIcon = icon('m4 10 4-4 4 4')
export const ChevronLeftIcon = icon('m10 4-4 4 4 4')
export const ChevronRightIcon = icon('m6 4 4 4-4 4')
export const FirstIcon = icon('m12 4-4 4 4 4M5 4v8')
export const LastIcon = icon('m4 4 4 4-4 4M11 4v8')
export const ArrowUpIcon = icon('M8 13V3m-4 4 4-4 4 4')
export const ArrowDownIcon = icon('M8 3v10m-4-4 4 4 4-4')
export const ArrowLeftIcon = icon('M13 8H3m4-4L3 8l4 4')
export const FilterIcon = icon('M2.5 4h11M4.5 8h7M6.5 12h3')
export const ColumnsIcon = icon('M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9')
export const GroupIcon = icon('M2.5 3.5h11M5.5 8h8M5.5 12.5h8M2.5 8h.01M2.5 12.5h.01')
export const DensityIcon = icon('M2.5 3h11M2.5 6.3h11M2.5 9.7h11M2.5 13h11')
export const DownloadIcon = icon('M8 2.5v7.5m-3.2-3L8 10l3.2-3M2.5 13h11')
export const UploadIcon = icon('M8 10.5V3M4.8 6 8 3l3.2 3M2.5 13h11')
export const EditIcon = icon('m3 13 .6-2.9L10.9 2.8a1.2 1.2 0 0 1 1.7 0l.6.6a1.2 1.2 0 0 1 0 1.7l-7.3 7.3L3 13Z')
export const TrashIcon = icon('M2.5 4.5h11M6 4.5V3h4v1.5M4 4.5l.6 8.5h6.8l.6-8.5M6.7 7v3.7M9.3 7v3.7')
export const CopyIcon = icon('M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1')
export const MoreIcon = icon('M3.5 8h.01M8 8h.01M12.5 8h.01')
export const MenuIcon = icon('M2.5 4.5h11M2.5 8h11M2.5 11.5h11')
export const SidebarIcon = icon('M2.5 3.5h11v9h-11zM6 3.5v9')
export const HomeIcon = icon('m2.5 7.5 5.5-5 5.5 5M4 6.5v7h8v-7')
export const GridIcon = icon('M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z')
export const UserIcon = icon(circle(8, 5.2, 2.7), 'M2.8 13.5c.6-2.7 2.7-4 5.2-4s4.6 1.3 5.2 4')
export const UsersIcon = icon(
  circle(6, 5.5, 2.3),
  'M1.8 13c.5-2.4 2.2-3.5 4.2-3.5s3.7 1.1 4.2 3.5M10.5 3.4a2.3 2.3 0 0 1 0 4.2M12 9.9c1.3.5 2 1.6 2.3 3.1',
)
export const BuildingIcon = icon('M3.5 13.5v-11h6v11M9.5 6.5h3v7M2 13.5h12M5.5 5.3h2M5.5 8h2M5.5 10.7h2')
export const SettingsIcon = icon(
  circle(5.5, 4.5, 1.7),
  circle(10.5, 11.5, 1.7),
  'M7.2 4.5h6.3M2.5 4.5h1.3M8.8 11.5H2.5M12.2 11.5h1.3',
)
export const LockIcon = icon('M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5')
export const InfoIcon = icon(circle(8, 8, 5.8), 'M8 7.3v3.6M8 5.1h.01')
export const WarningIcon = icon('M8 2.5 14 13H2L8 2.5ZM8 6.7v2.8M8 11.3h.01')
export const ErrorIcon = icon(circle(8, 8, 5.8), 'M8 4.9v3.7M8 10.9h.01')
export const SuccessIcon = icon(circle(8, 8, 5.8), 'm5.4 8.3 1.8 1.8 3.4-3.9')
export const HelpIcon = icon(circle(8, 8, 5.8), 'M6.3 6.3a1.8 1.8 0 1 1 2.5 1.7c-.5.2-.8.6-.8 1.2M8 11.2h.01')
export const HistoryIcon = icon('M2.7 8A5.3 5.3 0 1 0 4.3 4.2L2.7 5.8M2.7 2.8v3h3M8 5.3V8l2 1.4')
export const FileIcon = icon('M4 2.5h5l3 3v8H4zM9 2.5v3h3')
export const TableIcon = icon('M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.5 6.3V13')
export const ChartIcon = icon('M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6')
export const RefreshIcon = icon('M13.3 8a5.3 5.3 0 1 1-1.6-3.8l1.6 1.6M13.3 2.8v3h-3')
export const UndoIcon = icon('M3 6.5h6.5a3.3 3.3 0 0 1 0 6.6H6M5.8 3.5l-3 3 3 3')
export const LinkIcon = icon(
  'M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.3 6.7a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
)
export const ExpandIcon = icon('M9.5 2.5h4v4M13.5 2.5 9.3 6.7M6.5 13.5h-4v-4M2.5 13.5l4.2-4.2')
export const ExternalIcon = icon('M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4')
export const CalendarIcon = icon('M2.5 3.5h11v10h-11zM2.5 6.8h11M5.3 2v3M10.7 2v3')
export const EyeIcon = icon('M1.7 8S4 3.8 8 3.8 14.3 8 14.3 8 12 12.2 8 12.2 1.7 8 1.7 8Z', circle(8, 8, 1.8))
export const EyeOffIcon = icon(
  'M6.3 4A6 6 0 0 1 8 3.8C12 3.8 14.3 8 14.3 8a11 11 0 0 1-1.8 2.3M4.2 5.1A11 11 0 0 0 1.7 8S4 12.2 8 12.2c1.4 0 2.6-.5 3.6-1.2M2.5 2.5l11 11',
)
export const SunIcon = icon(
  circle(8, 8, 2.7),
  'M8 1.8v1M8 13.2v1M1.8 8h1M13.2 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M12.4 3.6l-.7.7M4.3 11.7l-.7.7',
)
export const MoonIcon = icon('M13 9.6A5.5 5.5 0 1 1 6.4 3 4.4 4.4 0 0 0 13 9.6Z')
export const MonitorIcon = icon('M2 3h12v8H2zM5.5 13.5h5M8 11v2.5')
export const SignOutIcon = icon('M6.5 2.5h-4v11h4M6 8h7.5m-3-3 3 3-3 3')
export const MailIcon = icon('M2 4h12v8.5H2zM2.3 4.5 8 9l5.7-4.5')
export const KeyIcon = icon(circle(5.3, 10.7, 2.6), 'm7.2 8.8 5.3-5.3M10.3 5.7l1.7 1.7M12.5 3.5l1.2 1.2')
export const KeyboardIcon = icon('M1.5 4h13v8h-13zM4 6.7h.01M6.7 6.7h.01M9.3 6.7h.01M12 6.7h.01M5 9.5h6')
export const OfflineIcon = icon(
  'M2 2l12 12M1.8 6.2A9 9 0 0 1 4.6 4.5M6.7 3.8a9 9 0 0 1 7.5 2.4M4 8.6a6 6 0 0 1 2.3-1.4M9.6 7.2a6 6 0 0 1 2.4 1.4M6.3 10.9a2.6 2.6 0 0 1 3.4 0M8 13.2h.01',
)
export const DragIcon = icon('M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.5h.01M10 12.5h.01')
export const PlayIcon = icon('M5 3.2v9.6L12.5 8 5 3.2Z')
export const StarIcon = icon('m8 2.3 1.8 3.6 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4L2.2 6.5l4-.6L8 2.3Z')
export const StarFilledIcon: Icon = (props) => <StarIcon fill="currentColor" {...props} />
export const PinIcon = icon('M5.5 2.5h5M6.3 2.5l-.3 4L4 9h8L10 6.5l-.3-4M8 9v4.5')
