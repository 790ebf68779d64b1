const steps = [0.16, 0.24, 0.3, 0.42, 0.5, 0.66, 0.74, 0.92]

/** Tiers that rise: the picture of the sign-in area. */
export function Tiers() {
  return (
    <svg
      viewBox="0 0 640 420"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 h-[72%] w-full"
    >
      <defs>
        <linearGradient id="tier" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#4b93ee" stopOpacity={0.5} />
          <stop offset="1" stopColor="#4b93ee" stopOpacity={0.02} />
        </linearGradient>
      </defs>
      {steps.map((height, at) => (
        <g key={height}>
          <rect
            x={at * 80}
            y={420 - height * 380}
            width={80}
            height={height * 380}
            fill="url(#tier)"
            opacity={0.35 + at * 0.07}
            shapeRendering="crispEdges"
          />
          <line
            x1={at * 80}
            x2={at * 80 + 80}
            y1={420 - height * 380}
            y2={420 - height * 380}
            stroke="#8dbcf7"
            strokeWidth={1.5}
            // The picture is stretched; its lines are not.
            vectorEffect="non-scaling-stroke"
            opacity={0.75}
          />
        </g>
      ))}
    </svg>
  )
}
