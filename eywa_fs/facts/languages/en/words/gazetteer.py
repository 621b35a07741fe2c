"""Countries, regions and towns: what one moves between, and is never hired by."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

TOWNS = words(
    """aberdeen aberystwyth abuja accra adelaide albany albuquerque alexandria algiers
    alicante almaty amman amsterdam anchorage ankara antwerp athens atlanta auckland austin
    baghdad baku baltimore bangalore bangkok bangor barcelona barnsley basel bath bayeux
    beijing beirut belfast belgrade bergen berlin bern bilbao birmingham blackburn blackpool
    bogotá bogota bologna bolton bonn bordeaux boston bournemouth bradford braga brasilia
    bratislava bremen brighton brisbane bristol brno bruges brussels bucharest budapest
    buffalo burnley cairo calais calcutta calgary cambridge canberra canterbury caracas
    cardiff carlisle casablanca catania charleston charlotte chelmsford chennai chester
    chicago chichester christchurch cincinnati cleveland cologne colombo colchester columbus
    copenhagen cork cornwall coventry cracow kraków krakow crewe croydon cusco dakar dallas
    damascus darlington darwin delhi denver derby derry detroit dhaka doha doncaster dover
    dresden dubai dublin dubrovnik dumfries dundee dunedin durban durham düsseldorf eastbourne
    edinburgh edmonton eindhoven exeter falmouth faro fife florence frankfurt freiburg galway
    gateshead gdańsk gdansk geneva genoa ghent glasgow gloucester gothenburg göteborg granada
    graz grenoble grimsby groningen guangzhou guildford haifa halifax hamburg hanoi hanover
    harare harrogate hastings havana heidelberg helsinki hereford hobart honolulu houston
    huddersfield hull hyderabad ibiza indianapolis innsbruck inverness ipswich istanbul izmir
    jaipur jakarta jeddah jerusalem johannesburg kabul kampala karachi kathmandu kendal
    khartoum kiel kigali kingston kolkata kyiv kiev kyoto lagos lahore lancaster lausanne
    leeds leicester leiden leipzig lichfield lille lima limerick lincoln linz lisbon liverpool
    ljubljana london louisville lowestoft luanda lublin lucerne lund lusaka luton luxembourg
    lviv lyon lyons maastricht madrid málaga malaga malmö malmo manchester manila mannheim
    maputo margate marrakech marrakesh marseille mecca medellín melbourne memphis miami
    middlesbrough milan milwaukee minneapolis minsk modena mombasa montevideo montpellier
    montréal montreal moscow mumbai munich münster nairobi nantes naples nashville newark
    newcastle newport nice nicosia northampton norwich nottingham nuremberg oakland oban
    odense odesa oldham omaha oporto oran orlando osaka oslo ostrava ottawa oxford padua
    palermo palma paris parma penzance perth peterborough philadelphia phoenix pisa pittsburgh
    plymouth poole porto portland portsmouth poznań poznan prague preston pretoria quebec
    quito rabat raleigh reading reims rennes reykjavik reykjavík riga rochester rome rotterdam
    rouen rugby sacramento salford salisbury salzburg santiago sapporo sarajevo scarborough
    seattle seoul seville shanghai sheffield shenzhen shrewsbury sicily singapore skopje sofia
    southampton southend split stavanger stirling stockholm stockport stoke strasbourg
    stuttgart sunderland swansea swindon sydney taipei tallinn tampa tampere tangier tashkent
    tbilisi tehran telford thessaloniki tirana tokyo torquay toronto toulouse trieste tromsø
    trondheim truro tucson tunis turin turku ulm uppsala utrecht valencia valletta vancouver
    venice verona vienna vigo vilnius wakefield walsall warrington warsaw washington waterford
    wellington weymouth whitby wiesbaden wigan winchester windhoek winnipeg wolverhampton
    worcester wrexham wrocław wroclaw yangon yerevan york zagreb zaragoza zürich zurich
    brooklyn queens manhattan bronx harlem hackney brixton camden islington peckham tooting
    leith walthamstow tottenham"""
)
COUNTRIES = words(
    """afghanistan albania algeria america andorra angola argentina armenia australia austria
    azerbaijan bahrain bangladesh barbados belarus belgium belize bhutan bolivia bosnia
    botswana brazil britain bulgaria burundi cambodia cameroon canada chad chile china
    colombia congo croatia cuba cyprus czechia denmark ecuador egypt england eritrea estonia
    ethiopia europe fiji finland france gabon gambia georgia germany ghana gibraltar greece
    greenland guatemala guinea guyana haiti honduras hungary iceland india indonesia iran iraq
    ireland israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait kyrgyzstan laos
    latvia lebanon lesotho liberia libya lithuania madagascar malawi malaysia maldives mali
    malta mauritius mexico moldova monaco mongolia montenegro morocco mozambique myanmar
    namibia nepal netherlands nicaragua niger nigeria norway oman pakistan palestine panama
    paraguay peru philippines poland portugal qatar romania russia rwanda samoa scotland
    senegal serbia seychelles slovakia slovenia somalia spain sudan suriname sweden
    switzerland syria taiwan tajikistan tanzania thailand tibet togo tonga tunisia turkey
    turkmenistan uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen zambia
    zimbabwe uk usa us uae bavaria catalonia brittany normandy tuscany andalusia provence
    flanders crete corsica sardinia mallorca majorca menorca tenerife lanzarote madeira azores
    bali java sumatra kerala punjab goa bengal california texas florida ohio oregon nevada
    utah colorado arizona montana idaho wyoming kansas nebraska iowa minnesota wisconsin
    michigan illinois indiana kentucky tennessee alabama mississippi louisiana arkansas
    oklahoma missouri maryland virginia pennsylvania maine vermont massachusetts connecticut
    delaware alaska hawaii ontario alberta manitoba saskatchewan queensland tasmania victoria
    devon dorset kent essex sussex surrey suffolk norfolk cumbria yorkshire lancashire
    cheshire shropshire somerset wiltshire hampshire northumberland cornwall orkney shetland
    hebrides skye anglesey pembrokeshire donegal kerry connemara jutland lapland karelia
    siberia silesia galicia asturias"""
)
