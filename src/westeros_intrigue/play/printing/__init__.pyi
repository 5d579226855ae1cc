from westeros_intrigue.play.printing.pictures import (
    animate_svg as animate_svg,
    card_pages as card_pages,
    draw_poster as draw_poster,
    score_sheet as score_sheet,
    write_pictures as write_pictures,
)
